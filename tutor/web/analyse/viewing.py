"""What a page of a hand shows, as its address says it: looking stores nothing, and a link shares exactly what is seen.

The parameters, all of which may be missing:

``ply=12``
    the moment of the hand;
``tried=SQ-S3``
    what is tried out from there, calls and cards with ``-`` between them;
``lines=12.SQ-S3~a name;14.HK``
    the *side lines* that are kept beside the hand: for each the ply that it leaves from, its actions, and after ``~``
    its name, in which ``%25`` stands for ``%`` and ``%3B`` for ``;``;
``opponent=natural``, ``opponent=perfect``
    against whom calls are judged;
``rules=penalty``, ``rules=own``
    a failed contract has a price even where it has none under the hand's own rules, or as those say (a hand that is
    kept is judged as it was then, where nothing is said);
``values=off``
    nothing is shown of what choices are worth until one is tried;
``contract=4SXN``, ``swap=SA-S3,HK-H2``
    the hand is supposed to be another one: played in this contract, or with these cards in each other's places.

What cannot be read, and what is not legal, is dropped: an address never makes an error page. Plies are always those of
the hand as it was recorded, also where it is supposed to be another one.

The side lines are a *tree*: lines that begin alike part where they differ. A line that is the beginning of another one
is not kept beside it, unless it has a name. The line looked at last stands first: on the way forward it is followed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote

from tutor.cards import card_name
from tutor.coach.review import states
from tutor.coach.supposing import Supposed, Swap, suppose, swapped
from tutor.notation import NotationError, parse_card
from tutor.notation.calls import parse_contract
from tutor.notation.record import Record
from tutor.rules import ALL_CALLS, Action, Contract, Deal, RuleError, action_name
from tutor.solver.bidding import Opponent

Tried = tuple[Action, ...]

LINES: Final = 24
"""The most side lines of a hand."""
MOST_READ: Final = 4 * LINES
"""The most side lines of an address that are read: every one is compared with every other."""
ACTIONS: Final = 40
"""The most calls and cards of a line: an auction and the whole play."""
ROOM: Final = 2000
"""The most places that all side lines take in the address: some servers and mail programs cut what is much longer."""
NAME: Final = 60
"""The most characters of a line's name."""
SWAPS: Final = 13
"""The most pairs of cards that change places."""

PRICED: Final = "penalty"
OWN_RULES: Final = "own"
_OPPONENTS: Final[dict[str, Opponent]] = {"natural": "natural", "perfect": "perfect"}

_ACTIONS: Final = {action_name(action): action for action in (*range(52), *ALL_CALLS)}


@dataclass(frozen=True, slots=True)
class SideLine:
    """A line that was tried out and is kept beside the hand.

    Attributes:
        ply: the moment of the recorded hand that it leaves from.
        actions: its calls and cards, legal one after the other from there.
        name: what a person called it, at most 60 characters; "" when nobody did.
    """

    ply: int
    actions: Tried
    name: str = ""

    def begins(self, other: "SideLine") -> bool:
        """Whether *other* goes the same way, or the same way and on."""
        return self.ply == other.ply and other.actions[: len(self.actions)] == self.actions

    def __str__(self) -> str:
        return _written(self)


@dataclass(frozen=True, slots=True)
class Judging:
    """How a hand is judged where an address does not say it.

    Attributes:
        opponent: as in :class:`Viewing`.
        priced: likewise.
    """

    opponent: Opponent = "perfect"
    priced: bool = False


AS_RECORDED: Final = Judging()


@dataclass(frozen=True, slots=True)
class Viewing:
    """What a page of a hand shows.

    Attributes:
        ply: the moment of the recorded hand; None for the one at which the board opens by itself.
        tried: what is tried out from there; one of the *lines* goes that way.
        lines: the side lines that fit the hand shown, the one looked at last first.
        opponent: how each seat's opponent is taken to call when its calls are judged.
        priced: whether a failed contract is given a price.
        values: whether it is shown what choices are worth before one is tried.
        contract: what the hand is supposed to be played in; None for its own contract.
        swaps: the cards that are supposed to be in each other's places.
        unfit: side lines of the recorded hand that do not fit the supposed one; the address keeps them.
        saved: the side lines that are kept with the hand, which the address need not repeat.
        usual: how the hand is judged when the address says nothing.
    """

    ply: int | None = None
    tried: Tried = ()
    lines: tuple[SideLine, ...] = ()
    opponent: Opponent = "perfect"
    priced: bool = False
    values: bool = True
    contract: Contract | None = None
    swaps: tuple[Swap, ...] = ()
    unfit: tuple[SideLine, ...] = ()
    saved: tuple[SideLine, ...] = ()
    usual: Judging = AS_RECORDED

    @property
    def supposed(self) -> bool:
        """Whether the hand is shown otherwise than it was recorded."""
        return self.contract is not None or bool(self.swaps)

    def at(self, ply: int, tried: Tried = ()) -> "Viewing":
        """The same hand at another moment; what is tried there is in the tree from now on."""
        lines = _looked_at(SideLine(ply, tried), self.lines) if tried else self.lines
        return replace(self, ply=ply, tried=tried, lines=lines)

    def named(self, line: SideLine, name: str) -> "Viewing":
        """*line* called *name*, or no longer called anything for "".

        A beginning of a line may get a name, too: it is then kept as a line of its own.
        """
        others = tuple(each for each in self.lines if (each.ply, each.actions) != (line.ply, line.actions))
        return replace(self, lines=tree((replace(line, name=clean_name(name)), *others)))

    def without(self, line: SideLine) -> "Viewing":
        """All but *line* and whatever goes on from it; who stood within it is back where it leaves the hand."""
        kept = tuple(each for each in self.lines if not line.begins(each))
        inside = line.begins(SideLine(self.ply or 0, self.tried))
        return replace(self, lines=kept, tried=() if inside else self.tried)

    def shown(self, record: Record) -> Supposed | None:
        """*record* as it is supposed to be; None when nothing is supposed."""
        return suppose(record, self.contract, self.swaps) if self.supposed else None

    def query(self) -> dict[str, Any]:
        """The parameters that :func:`read_viewing` reads, for ``url_for``; what goes without saying is left out."""
        lines = self._lines_to_say()
        said = {
            "ply": self.ply,
            "tried": write_tried(self.tried) or None,
            "lines": lines,
            "opponent": None if self.opponent == self.usual.opponent else self.opponent,
            "rules": None if self.priced == self.usual.priced else PRICED if self.priced else OWN_RULES,
            "values": None if self.values else "off",
            "contract": None if self.contract is None else f"{self.contract.bid}{self.contract.declarer.letter}",
            "swap": ",".join(f"{card_name(a)}-{card_name(b)}" for a, b in self.swaps) or None,
        }
        return {name: value for name, value in said.items() if value is not None}

    def _lines_to_say(self) -> str | None:
        """The lines as text; None where reading makes them by itself of what is tried and what is saved."""
        here = SideLine(self.ply or 0, self.tried)
        if (*self.lines, *self.unfit) in (_with(here, self.saved), self.saved):
            return None
        return write_lines((*self.lines, *self.unfit))


def read_viewing(
    args: Mapping[str, str], record: Record, saved: Iterable[SideLine] = (), usual: Judging = AS_RECORDED
) -> Viewing:
    """What the parameters *args* of an address ask to see of *record*.

    Args:
        args: the parameters.
        record: the hand as it was recorded.
        saved: the side lines kept with it, which are shown unless ``lines`` says which others.
        usual: how it is judged unless ``opponent`` and ``rules`` say otherwise.
    """
    kept = tuple(saved)
    contract, swaps = _read_contract(args.get("contract", ""), record), _read_swaps(args.get("swap", ""), record)
    view = Viewing(
        opponent=_OPPONENTS.get(args.get("opponent", ""), usual.opponent),
        priced={PRICED: True, OWN_RULES: False}.get(args.get("rules", ""), usual.priced),
        values=args.get("values") != "off",
        contract=contract,
        swaps=swaps,
        saved=kept,
        usual=usual,
    )
    asked = _read_ply(args.get("ply", ""))
    text = args.get("tried", "")
    if asked is None and not text and not kept and not args.get("lines"):
        return view
    supposed = view.shown(record)
    first = 0 if supposed is None else supposed.first
    deals = _deals(record if supposed is None else supposed.record)
    ply = None if asked is None else min(max(asked, first), first + len(deals) - 1)
    read = kept if "lines" not in args else tree(read_lines(args["lines"]))
    lines = tuple(line for line in read if _fits(line, deals, first))
    unfit: tuple[SideLine, ...] = ()
    if supposed is not None:
        recorded = _deals(record)
        unfit = tuple(line for line in read if line not in lines and _fits(line, recorded, 0))
    view = replace(view, ply=ply, lines=lines, unfit=unfit)
    if not text:
        return view
    here = min(max(opening(record) if ply is None else ply, first), first + len(deals) - 1)
    trial = SideLine(here, read_tried(text))
    return view.at(here, trial.actions) if trial.actions and _fits(trial, deals, first) else view


def of_record(lines: Iterable[SideLine], record: Record) -> tuple[SideLine, ...]:
    """Those of *lines* that fit *record* as it was recorded."""
    deals = _deals(record)
    return tuple(line for line in lines if _fits(line, deals, 0))


def opening(record: Record) -> int:
    """The ply at which the board of *record* opens: past its draw phase, which is not judged."""
    return len(record.draw.played) if record.draw is not None else 0


def read_tried(text: str) -> Tried:
    """The actions of *text* (``SQ-S3``, ``1S-Pass``); none when a part is no card or call. Too many are cut off.

    A spade deuce is ``S2`` and a bid of two spades ``2S``: only the names that the program itself writes are read.
    """
    try:
        return tuple(_ACTIONS[part] for part in text.split("-")[:ACTIONS])
    except KeyError:
        return ()


def write_tried(tried: Tried) -> str:
    """The text that :func:`read_tried` reads."""
    return "-".join(action_name(action) for action in tried)


def read_lines(text: str) -> tuple[SideLine, ...]:
    """The side lines of *text*; a part that cannot be read, and what is too much, is left out."""
    lines = []
    for part in text[: 4 * ROOM].split(";")[:MOST_READ]:
        place, _, rest = part.partition(".")
        actions, _, name = rest.partition("~")
        ply, tried = _read_ply(place), read_tried(actions)
        if ply is not None and ply >= 0 and tried:
            lines.append(SideLine(ply, tried, clean_name(name.replace("%3B", ";").replace("%25", "%"))))
    return tuple(lines)


def write_lines(lines: Iterable[SideLine]) -> str:
    """The text that :func:`read_lines` reads."""
    return ";".join(str(line) for line in lines)


def tree(lines: Iterable[SideLine]) -> tuple[SideLine, ...]:
    """*lines* with none twice, none that only begins another, and none too many.

    Of two that are the same the first keeps its place, and a name wins over none. A line that another one goes on from
    gives it its place when that stands later, so that the line looked at last stays first.
    """
    found: list[SideLine] = []
    for line in lines:
        same = next((each for each in found if (each.ply, each.actions) == (line.ply, line.actions)), None)
        if same is None:
            found.append(line)
        elif line.name and not same.name:
            found[found.index(same)] = line
    kept: list[SideLine] = []
    for line in found:
        longer = next((each for each in found if each != line and line.begins(each)), None)
        if longer is None or line.name:
            kept += [] if line in kept else [line]
        elif longer not in kept:
            kept.append(longer)
    return _bounded(kept)


def _looked_at(here: SideLine, lines: tuple[SideLine, ...]) -> tuple[SideLine, ...]:
    """The tree *lines* with *here* in it and first: as :func:`tree` of both, but quick where it stands there already.

    A page has a link for each action of its tree, and nearly all of them lead to a place within it.
    """
    known = next((each for each in lines if each.actions == here.actions and each.ply == here.ply), None)
    if known is None:
        known = next((each for each in lines if here.begins(each)), None)
    if known is None:
        return tree((here, *lines))
    return (known, *(each for each in lines if each is not known))


@lru_cache(maxsize=4096)
def _written(line: SideLine) -> str:
    named = "~" + line.name.replace("%", "%25").replace(";", "%3B") if line.name else ""
    return f"{line.ply}.{write_tried(line.actions)}{named}"


def _room(lines: Iterable[SideLine]) -> int:
    """How much of an address *lines* take: letters beyond ASCII take several places each."""
    return len(quote(write_lines(lines), safe="/;.~ "))


def _bounded(lines: list[SideLine]) -> tuple[SideLine, ...]:
    """*lines* within the limits: of too many those go first that have no name, from the last on."""
    kept = lines
    while len(kept) > LINES or _room(kept) > ROOM:
        nameless = [line for line in kept[1:] if not line.name]
        goes = (nameless or kept)[-1]
        kept = [line for line in kept if line != goes]
    return tuple(kept)


def clean_name(text: str) -> str:
    """*text* as the name of a line: spaces once, nothing that does not print, at most 60 characters."""
    plain = " ".join(text.split())
    return "".join(letter for letter in plain if letter.isprintable())[:NAME].strip()


def _with(line: SideLine, lines: tuple[SideLine, ...]) -> tuple[SideLine, ...]:
    """The tree of *lines* after *line* was looked at."""
    return tree((line, *lines)) if line.actions else lines


def _read_ply(text: str) -> int | None:
    try:
        return int(text[:6])
    except ValueError:
        return None


def _read_contract(text: str, record: Record) -> Contract | None:
    """The contract ``4SXN``, where the rules of *record* have it."""
    try:
        contract = parse_contract(f"{text[:-1]} {text[-1:]}")
    except NotationError:
        return None
    return contract if contract.multiplier == 1 or record.ruleset.doubling else None


def _read_swaps(text: str, record: Record) -> tuple[Swap, ...]:
    """The swaps ``SA-S3,HK-H2``, those that are possible one after the other."""
    swaps: list[Swap] = []
    hands = (record.north, record.south)
    for part in text.split(",")[:SWAPS] if text else ():
        first, _, second = part.partition("-")
        try:
            swap = (parse_card(first), parse_card(second))
            hands = swapped(hands, swap)
        except ValueError:
            continue
        swaps.append(swap)
    return tuple(swaps)


def _deals(record: Record) -> list[Deal]:
    """The deal at each ply of *record*, the one after the last action included."""
    return [*(deal for deal, _ in states(record)), record.deal()]


def _fits(line: SideLine, deals: list[Deal], first: int) -> bool:
    """Whether *line* can be played in the hand whose deals are *deals*, the first of them at the ply *first*."""
    if not first <= line.ply < first + len(deals):
        return False
    try:
        deals[line.ply - first].run(line.actions)
    except RuleError:
        return False
    return True
