"""The engine spoken to in the words of :mod:`tests.rules.naive`, so that the two can be compared."""

from typing import Any

from tests.rules import naive
from tutor.cards import Seat, Strain, card_name, hand_name
from tutor.rules import Action, Deal, Phase, Play, Ruleset, action_name

ACTION: dict[str, Action] = {action_name(action): action for action in range(90)}
SEAT = {"N": Seat.NORTH, "S": Seat.SOUTH}
STRAIN = {strain.letter: strain for strain in Strain}

State = Deal | Play


def read_mask(text: str) -> int:
    """The mask of a hand written ``AQ5.K2.-.JT98``."""
    return sum(1 << ACTION[card] for card in naive.read_hand(text))


def ruleset(text: str) -> Ruleset:
    """The ruleset written as ``penalty,stock=exposed``."""
    values: dict[str, Any] = naive.read_rules(text)
    return Ruleset(**values)


def dealt(north: str, south: str, stock: list[str], dealer: str, rules: Ruleset) -> Deal:
    """A deal whose draw phase begins."""
    return Deal.start(read_mask(north), read_mask(south), [ACTION[c] for c in stock], SEAT[dealer], rules)


def drawn(north: str, south: str, dealer: str, rules: Ruleset) -> Deal:
    """A deal whose auction begins."""
    return Deal.from_hands(read_mask(north), read_mask(south), SEAT[dealer], rules)


def ending(north: str, south: str, strain: str, leader: str) -> Play:
    """Hands of any size whose play begins."""
    return Play.start(read_mask(north), read_mask(south), STRAIN[strain], SEAT[leader])


def count(state: State, depth: int) -> int:
    """How many different sequences of exactly *depth* legal actions there are from here."""
    if depth == 1:
        return len(state.legal())
    return sum(count(state.apply(action), depth - 1) for action in state.legal())


def snapshot(deal: Deal) -> str:
    """The moment in the words of :func:`tests.rules.naive.snapshot`, out of the engine's state."""
    stage = deal.phase.value
    play, draw = deal.play, deal.draw
    hands = play.hands if play else deal.start_hands or (draw.hands if draw else (0, 0))
    face_up = draw.face_up if draw else None
    stock = len(draw.stock) if draw else 0
    led = play.led if play else draw.led if draw else None
    fields = {
        "stage": stage,
        "turn": "-" if deal.turn is None else deal.turn.letter,
        "N": hand_name(hands[0]),
        "S": hand_name(hands[1]),
        "stock": str(stock) + ("" if face_up is None else f":{card_name(face_up)}"),
        "table": "-" if led is None else card_name(led),
        "calls": " ".join(action_name(c) for c in (deal.auction.calls if deal.auction else ())) or "-",
        "contract": "-" if deal.contract is None else str(deal.contract).replace(" ", "/"),
        "won": "{}-{}".format(*(play.tricks if play else (0, 0))),
        "winner": _last_winner(deal),
        "legal": " ".join(sorted(action_name(a) for a in deal.legal())) or "-",
        "score": "-" if deal.score is None else str(deal.score),
    }
    return " | ".join(f"{name} {value}" for name, value in fields.items())


def _last_winner(deal: Deal) -> str:
    """Who won the last trick, out of what the engine keeps of it."""
    if deal.play is not None and len(deal.play.played) >= 2:
        if deal.play.led is not None:
            return deal.play.turn.other.letter  # the winner has led since
        if deal.phase is Phase.PLAY or deal.play.over:
            return deal.play.turn.letter
    if deal.draw is not None and deal.draw.winners:
        return deal.draw.winners[-1].letter
    return "-"
