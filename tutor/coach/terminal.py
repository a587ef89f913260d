"""Answers and reviews for the terminal, in the colours of the suits.

Every suit has its symbol as well as its colour, so a terminal without colours loses nothing.
"""

import sys
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tutor.cards import (
    RANK_LETTERS,
    SEATS,
    STRAINS_LOW_FIRST,
    SUITS_HIGH_FIRST,
    Card,
    Mask,
    Seat,
    Strain,
    Suit,
    rank_of,
    suit_bits,
    suit_of,
)
from tutor.coach.answers import AuctionJson, SolveJson
from tutor.coach.facts import Choice, Decision
from tutor.coach.grouping import grouped
from tutor.coach.review import Review
from tutor.messages import P_, translate, translate_plural
from tutor.notation import parse_ruleset
from tutor.rules import (
    PASS,
    SEAT_NAMES,
    Action,
    Deal,
    Phase,
    Play,
    Position,
    Ruleset,
    call_name,
    is_bid,
    level_of,
    strain_of,
)

SYMBOLS: Final = "♣♦♥♠"
CARDS: Final = 52
"""The first number that is a call."""
STYLES: Final = ("green", "yellow", "red", "bright_blue")


def suit_text(suit: Suit) -> Text:
    """The symbol of *suit* in its colour."""
    return Text(SYMBOLS[suit], STYLES[suit])


def card_text(card: Card) -> Text:
    """``♠A``."""
    return Text(SYMBOLS[suit_of(card)] + RANK_LETTERS[rank_of(card)], STYLES[suit_of(card)])


def strain_text(strain: Strain) -> Text:
    """The symbol of a suit, ``NT`` for no-trump."""
    return Text("NT") if strain == Strain.NOTRUMP else suit_text(Suit(strain))


def action_text(action: Action) -> Text:
    """A card or a call: ``♠A``, ``1♠``, ``Pass``."""
    if action < 52:
        return card_text(action)
    if is_bid(action):
        return Text(str(level_of(action))) + strain_text(strain_of(action))
    return Text(call_name(action))


def actions_text(actions: Iterable[Action]) -> Text:
    """Cards and calls, one after the other."""
    return Text(" ").join(action_text(action) for action in actions)


def either_text(actions: Iterable[Action]) -> Text:
    """Choices as good as each other, by suits and levels: ``♠A J T or ♣9``, ``1♠–3♠ or Pass``."""
    texts = [_alike_text(group) for group in grouped(actions)]
    if len(texts) < 2:
        return Text("").join(texts)
    return Text(translate(" or ")).join((Text(", ").join(texts[:-1]), texts[-1]))


def _alike_text(group: Sequence[Action]) -> Text:
    if group[0] < CARDS:
        ranks = " ".join(RANK_LETTERS[rank_of(card)] for card in group)
        return Text(SYMBOLS[suit_of(group[0])] + ranks, STYLES[suit_of(group[0])])
    if len(group) > 2:
        return action_text(group[0]) + Text("–") + action_text(group[-1])
    return actions_text(group)


def tricks_table(play: Play, cards: Iterable[Card]) -> Table:
    """The line *cards* from *play* on, a row for each trick: its number, who leads what, the reply, and who wins."""
    grid = Table.grid(padding=(0, 2))
    laid = [] if play.led is None else [(play.turn.other, play.led)]
    for card in cards:
        number = sum(play.tricks) + 1
        laid.append((play.turn, card))
        play = play.push(card)
        if len(laid) == 2:
            wins = translate("%(seat)s wins", seat=seat_name(play.turn))
            played = [Text(f"{seat_name(seat)} ") + card_text(each) for seat, each in laid]
            grid.add_row(Text(str(number), justify="right"), *played, wins)
            laid = []
    return grid


def hand_text(mask: Mask) -> Text:
    """A hand on one line: ``♠AQ5 ♥K2 ♦— ♣JT98``."""
    holdings = []
    for suit in SUITS_HIGH_FIRST:
        bits = suit_bits(mask, suit)
        ranks = "".join(RANK_LETTERS[r] for r in range(12, -1, -1) if bits >> r & 1) or "—"
        holdings.append(suit_text(suit) + Text(ranks))
    return Text(" ").join(holdings)


def seat_name(seat: Seat) -> str:
    """The name of *seat* in the current language."""
    return str(SEAT_NAMES[seat])


def hands_table(north: Mask, south: Mask) -> Table:
    """Both hands, a line each."""
    grid = Table.grid(padding=(0, 2))
    for seat, mask in zip(SEATS, (north, south), strict=True):
        grid.add_row(Text(seat_name(seat), "bold"), hand_text(mask))
    return grid


def _plain_table(*headings: RenderableType) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def trick_table_table(table: dict[str, dict[str, int]]) -> Table:
    """The 5 × 2 table of declarer's tricks, as :func:`tutor.coach.answers.table_json` gives it."""
    rows = _plain_table(translate("Declarer"), *(strain_text(strain) for strain in reversed(STRAINS_LOW_FIRST)))
    for seat in SEATS:
        tricks = (str(table[seat.letter][strain.letter]) for strain in reversed(STRAINS_LOW_FIRST))
        rows.add_row(Text(seat_name(seat), "bold"), *tricks)
    return rows


def solve_view(position: Position, answer: SolveJson, line: Sequence[Card]) -> Group:
    """A position, what each card is worth, and a line of best play."""
    strain = Text(translate("Strain: ")) + strain_text(position.strain)
    parts: list[RenderableType] = [hands_table(position.north, position.south), strain]
    if position.led is not None:
        parts.append(Text(translate("On the table: ")) + card_text(position.led))
    by_value: dict[int, list[Card]] = {}
    for card, tricks in zip(position.play.legal(), answer["cards"].values(), strict=True):
        by_value.setdefault(tricks, []).append(card)
    grid = Table.grid(padding=(0, 2))
    for tricks in sorted(by_value, reverse=True):
        words = translate_plural("%(count)s trick", "%(count)s tricks", tricks)
        grid.add_row(words, actions_text(by_value[tricks]))
    turn = translate("%(seat)s to play, tricks from here on:", seat=SEAT_NAMES[position.turn])
    parts += [
        "",
        turn,
        Padding(grid, (0, 0, 0, 2), expand=False),
        "",
        Text(translate("Best play:")),
        Padding(tricks_table(position.play, line), (0, 0, 0, 2), expand=False),
    ]
    return Group(*parts)


def auction_view(turn: Seat, answer: AuctionJson, calls: Sequence[Action], best: Sequence[Action]) -> Group:
    """What each of *calls* leads to, the best ones first."""
    sign = 1 if turn == Seat.NORTH else -1
    by_value: dict[int, list[Action]] = {}
    for call, score in zip(calls, answer["calls"].values(), strict=True):
        by_value.setdefault(score, []).append(call)
    grid = Table.grid(padding=(0, 2))
    for score in sorted(by_value, key=lambda points: -sign * points):
        grid.add_row(Text(f"{score:+d}", justify="right"), actions_text(by_value[score]))
    head = translate(
        "%(seat)s to call. Points, North’s less South’s, under the rules %(rules)s:", **_turn(turn, answer)
    )
    last = Text(translate("Best calls: ")) + actions_text(best)
    if len(by_value) == 1 and len(calls) > 1:
        last = Text(all_the_same(parse_ruleset(answer["rules"])))
    return Group(head, Padding(grid, (0, 0, 0, 2), expand=False), "", last)


def all_the_same(ruleset: Ruleset) -> str:
    """The sentence for calls that are all worth the same; it names the rules, and others when these have no price."""
    if ruleset.undertrick:
        return translate("All calls are worth the same under %(rules)s.", rules=ruleset)
    return translate(
        "All calls are worth the same under %(rules)s, where a failed contract costs nothing; try --rules penalty.",
        rules=ruleset,
    )


def _turn(turn: Seat, answer: AuctionJson) -> dict[str, object]:
    return {"seat": SEAT_NAMES[turn], "rules": answer["rules"]}


def review_view(review: Review, table: dict[str, dict[str, int]]) -> Group:
    """A finished hand: the hands, what each call and card led to, and the mistakes with what was better."""
    record, deal = review.record, review.deal
    names = [_printable(name) or seat_name(seat) for name, seat in zip(record.players, SEATS, strict=True)]
    title = Text(translate("%(north)s against %(south)s", north=names[0], south=names[1]), "bold")
    facts = translate("Rules %(rules)s, dealer %(seat)s.", rules=record.ruleset, seat=SEAT_NAMES[record.dealer])
    parts: list[RenderableType] = [title, facts]
    if deal.contract is not None:
        contract = deal.contract
        words = translate("Contract %(contract)s.", contract=f"{contract.bid} {contract.declarer.letter}")
        if deal.score is not None:
            won = translate(
                "Declarer won %(tricks)s tricks; North’s points less South’s: %(score)s.",
                tricks=deal.declarer_tricks,
                score=f"{deal.score:+d}",
            )
            words = f"{words} {won}"
        elif review.finished_by_claim:
            won = translate(
                "Claimed: declarer won %(tricks)s tricks; North’s points less South’s: %(score)s.",
                tricks=review.tricks,
                score=f"{review.score:+d}",
            )
            words = f"{words} {won}"
        parts.append(words)
    parts += ["", hands_table(record.north, record.south), "", trick_table_table(table), ""]
    parts += [_decisions_table(review.decisions), "", *_mistakes(review)]
    calls = [decision for decision in review.decisions if decision.phase is Phase.AUCTION]
    idle = [each for each in calls if len({choice.score for choice in each.choices}) == 1]
    if idle and not record.ruleset.undertrick:
        same = translate(
            "At %(same)s of %(all)s calls, all calls are worth the same under %(rules)s, where a failed contract costs "
            "nothing; try --rules penalty.",
            same=len(idle),
            all=len(calls),
            rules=record.ruleset,
        )
        parts += ["", same]
    return Group(*parts)


def _printable(name: str) -> str:
    """*name* without what could steer the terminal."""
    return "".join(sign for sign in name if sign.isprintable())


def _decisions_table(decisions: Sequence[Decision]) -> Table:
    """A row for each decision; those that lost points in bold and marked with an exclamation mark."""
    rows = _plain_table("#", translate("Seat"), translate("Choice"), translate("Leads to"), translate("Lost"), "")
    rows.add_column(translate("Best"))
    for number, decision in enumerate(decisions, 1):
        if decision.taken is None:
            continue
        choice = decision.choice(decision.taken)
        better = either_text(_named_best(decision)) if not choice.best or choice.loss_tricks else Text("")
        rows.add_row(
            str(number),
            decision.seat.letter,
            action_text(decision.taken),
            f"{choice.score:+d}",
            _loss_words(choice),
            "!" if decision.mistake else "",
            better,
            style="bold" if decision.mistake else "dim" if decision.forced else "",
        )
    return rows


def _named_best(decision: Decision) -> tuple[Action, ...]:
    """The choices to name as better: those that lose no points and, where tricks differ, no trick either."""
    fewest = decision.best[0].loss_tricks
    return tuple(choice.action for choice in decision.best if choice.loss_tricks == fewest)


def _loss_words(choice: Choice) -> str:
    words = []
    if choice.loss_tricks:
        words.append(translate_plural("%(count)s trick", "%(count)s tricks", choice.loss_tricks))
    if choice.loss_points:
        words.append(translate_plural("%(count)s point", "%(count)s points", choice.loss_points))
    return ", ".join(words)


def _mistakes(review: Review) -> list[RenderableType]:
    """Each mistake in a sentence, with a line of best play from there."""
    if not review.mistakes:
        return [translate("No mistake: every call and card kept the score that best play gives.")]
    parts: list[RenderableType] = []
    for decision in review.mistakes:
        assert decision.taken is not None
        number = review.decisions.index(decision) + 1
        values = {"number": number, "what": _what_happened(decision)}
        forms = P_("%(number)s. %(what)s. It lost a point.", "%(number)s. %(what)s. It lost %(count)s points.")
        head = translate_plural(*forms, decision.loss_points, **values)
        best = Text(translate("Better: ")) + either_text(_named_best(decision))
        parts += [
            Text(head, "bold"),
            Padding(best, (0, 0, 0, 3), expand=False),
            Padding(_line_view(decision.deal, decision.line), (0, 0, 0, 3), expand=False),
        ]
    return parts


def _what_happened(decision: Decision) -> str:
    """``Trick 3: South plays ♦J``, ``North bids 1♠``, ``South passes``."""
    assert decision.taken is not None
    values = {"seat": SEAT_NAMES[decision.seat], "action": action_text(decision.taken).plain}
    if decision.phase is Phase.AUCTION:
        if decision.taken == PASS:
            return translate("%(seat)s passes", **values)
        return translate("%(seat)s calls %(action)s", **values)
    play = decision.deal.play
    assert play is not None
    values["trick"] = sum(play.tricks) + 1
    if play.led is None:
        return translate("Trick %(trick)s: %(seat)s leads %(action)s", **values)
    return translate("Trick %(trick)s: %(seat)s plays %(action)s", **values)


def _line_view(deal: Deal, line: Sequence[Action]) -> Group:
    """A line of best play: its calls on one line, then its tricks."""
    head = Text(translate("Best from there:"))
    calls = [action for action in line if action >= CARDS]
    if calls:
        head += Text(" ") + actions_text(calls)
    play = deal.run(calls).play
    if play is None:
        return Group(head)
    cards = line[len(calls) :]
    return Group(head, Padding(tricks_table(play, cards), (0, 0, 0, 2), expand=False))


_PLAIN: Final = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "—": "-", "–": "-", "’": "'", "“": '"', "”": '"'}
)


def show(view: RenderableType, title: str = "") -> None:
    """Print *view* to standard output, under *title* when there is one; without suit symbols where it has none."""
    console = Console(highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        if title:
            console.rule(title)
        console.print(view)
    text = capture.get()
    try:
        SYMBOLS.encode(console.encoding)
    except UnicodeEncodeError:
        text = text.translate(_PLAIN)
    sys.stdout.write(text)
    sys.stdout.flush()
