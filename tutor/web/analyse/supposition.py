"""The hand as it might have been, on its page: the forms that ask for it, what they ask, and what is said about it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tutor.cards import SEATS, Card, Mask, Strain, card_name, cards_of
from tutor.coach import words
from tutor.coach.summing import contract_mark
from tutor.coach.supposing import Supposed, swapped
from tutor.messages import N_, P_, Message, translate
from tutor.notation import parse_card
from tutor.notation.record import Record
from tutor.rules import Contract
from tutor.rules.play import SEAT_NAMES
from tutor.web.analyse.analysis import Board, Verdict
from tutor.web.analyse.summary import Summary, result_words
from tutor.web.analyse.viewing import SWAPS, SideLine, Viewing, read_lines
from tutor.web.parts.saying import said

STRAINS: Final = {
    "C": Message(N_("clubs")),
    "D": Message(N_("diamonds")),
    "H": Message(N_("hearts")),
    "S": Message(N_("spades")),
    "NT": Message(N_("no-trump")),
}
RISKS: Final = {"": Message(N_("not doubled")), "X": Message(N_("doubled")), "XX": Message(N_("redoubled"))}


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a field: what is sent, what is read, and whether it is chosen."""

    value: str
    words: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Forms:
    """The fields of the two forms, with what stands in them; *kept* goes along with both unseen."""

    levels: tuple[Option, ...]
    strains: tuple[Option, ...]
    risks: tuple[Option, ...]
    declarers: tuple[Option, ...]
    north: tuple[Option, ...]
    south: tuple[Option, ...]
    kept: tuple[tuple[str, str], ...]


def forms(record: Record, supposed: Supposed | None, view: Viewing) -> Forms:
    """The forms of *record*, which is shown as *supposed*."""
    now = record if supposed is None else supposed.record
    contract = now.contract or now.deal().contract or Contract(1, Strain.NOTRUMP, 1, SEATS[0])
    risk = contract.bid.removeprefix(f"{contract.level}{contract.strain.letter}")
    risks = RISKS if record.ruleset.doubling else {"": RISKS[""]}
    return Forms(
        tuple(Option(str(level), str(level), level == contract.level) for level in range(1, 8)),
        tuple(Option(key, str(name), key == contract.strain.letter) for key, name in STRAINS.items()),
        tuple(Option(key, str(name), key == risk) for key, name in risks.items()),
        tuple(Option(seat.letter, str(SEAT_NAMES[seat]), seat == contract.declarer) for seat in SEATS),
        _cards(now.north),
        _cards(now.south),
        tuple((name, str(value)) for name, value in view.query().items()),
    )


def _cards(hand: Mask) -> tuple[Option, ...]:
    return tuple(Option(card_name(card), str(words.card_words(card))) for card in cards_of(hand))


def changed(view: Viewing, record: Record, args: Mapping[str, str]) -> Viewing:
    """What a form of the board asks for by its parameters *args*; *view* again when they make no sense.

    ``set=contract`` comes with ``level``, ``strain``, ``risk`` (``X``, ``XX`` or nothing) and ``declarer``;
    ``set=swap`` with ``north`` and ``south``, the two cards; ``set=name`` with ``line``, as an address has it, and its
    ``name``.
    """
    match args.get("set"):
        case "contract":
            contract = _contract(args, record) or view.contract
            own = contract == (record.contract or record.deal().contract)
            return replace(view, contract=None if own else contract)
        case "swap":
            return _with_swap(view, record, args)
        case "name":
            line = next(iter(read_lines(args.get("line", ""))), None)
            known = line is not None and any(line.begins(each) for each in view.lines)
            return view.named(SideLine(line.ply, line.actions), args.get("name", "")) if line and known else view
    return view


def _contract(args: Mapping[str, str], record: Record) -> Contract | None:
    """The contract that the fields give; None when it is none."""
    level, strain, seat = args.get("level", ""), args.get("strain", ""), args.get("declarer", "")
    multiplier = {"": 1, "X": 2, "XX": 4}.get(args.get("risk", ""))
    declarer = next((each for each in SEATS if each.letter == seat), None)
    if level not in tuple("1234567") or strain not in STRAINS or declarer is None or multiplier is None:
        return None
    if multiplier > 1 and not record.ruleset.doubling:
        return None
    return Contract(int(level), Strain(list(STRAINS).index(strain)), multiplier, declarer)


def _with_swap(view: Viewing, record: Record, args: Mapping[str, str]) -> Viewing:
    """*view* with one swap more; the same two cards once more are where they were."""
    hands = (record.north, record.south)
    try:
        swap: tuple[Card, Card] = (parse_card(args.get("north", "")), parse_card(args.get("south", "")))
        for each in (*view.swaps, swap):
            hands = swapped(hands, each)
    except ValueError:
        return view
    if view.swaps and set(view.swaps[-1]) == set(swap):
        return replace(view, swaps=view.swaps[:-1])
    return replace(view, swaps=(*view.swaps, swap)[:SWAPS])


def title(record: Record, supposed: Supposed | None) -> str:
    """The title of *record*, shown as *supposed*: a play that stops because it does not fit was not broken off."""
    now = record if supposed is None else supposed.record
    deal = now.deal()
    if supposed is None or deal.contract is None or deal.over:
        return result_words(deal, now.claimed)
    return translate("%(contract)s, as supposed", contract=words.contract_words(deal.contract))


def in_sum(told: Summary, supposed: Supposed | None) -> Summary:
    """*told*; where the play does not fit to its end, it begins with how far it fits, not how far it is recorded."""
    if supposed is None or not supposed.lost:
        return told
    contract = supposed.record.deal().contract
    assert contract is not None
    values = {"seat": SEAT_NAMES[contract.declarer], "contract": contract_mark(contract)}
    if supposed.kept:
        forms = P_(
            "%(seat)s is supposed to play %(contract)s; one card of the recorded play fits.",
            "%(seat)s is supposed to play %(contract)s; %(count)s cards of the recorded play fit.",
        )
        begin = Message.counted(forms, supposed.kept, values)
    else:
        begin = Message(N_("%(seat)s is supposed to play %(contract)s; no card of the recorded play fits."), values)
    return replace(told, paragraph=(said(begin), *told.paragraph[1:]))


def continued(board: Board, supposed: Supposed | None) -> Board:
    """*board*; where the recorded play stops fitting it says whose turn it is now, and why the next card cannot be."""
    if supposed is None or supposed.why is None or board.tried or board.ply != board.last_ply:
        return board
    play = supposed.record.deal().play
    assert play is not None
    values = {"seat": SEAT_NAMES[play.turn]}
    headline = (
        translate("%(seat)s leads now.", **values) if play.led is None else translate("%(seat)s is to play.", **values)
    )
    text = f"{supposed.why} {translate('Play it from here: choose any card on the board.')}"
    return replace(board, verdict=Verdict(headline, text, ""), spoken=f"{headline} {text}")


def banner(record: Record, supposed: Supposed | None, view: Viewing) -> tuple[Message, ...]:
    """What is supposed, and how much of the play still fits; nothing for the hand as it was played."""
    if supposed is None:
        return ()
    told = []
    if view.contract is not None:
        contract = words.contract_words(view.contract)
        told.append(Message(N_("Supposed: the contract is %(contract)s."), {"contract": contract}))
    for a, b in view.swaps:
        values = {"first": words.card_words(a), "second": words.card_words(b)}
        told.append(Message(N_("Supposed: the %(first)s and the %(second)s are in each other's places."), values))
    if supposed.lost:
        forms = P_(
            "Of the %(all)s cards played %(count)s still fits.", "Of the %(all)s cards played %(count)s still fit."
        )
        told.append(Message.counted(forms, supposed.kept, {"all": len(record.played)}))
        assert supposed.why is not None
        told.append(supposed.why)
    elif record.played:
        told.append(Message(N_("All the cards played still fit.")))
    if view.unfit:
        forms = P_(
            "One line that was tried does not fit; it is kept for the hand as it was.",
            "%(count)s lines that were tried do not fit; they are kept for the hand as it was.",
        )
        told.append(Message.counted(forms, len(view.unfit)))
    return tuple(told)
