"""Puzzles read from their TOML files; the keys are told in :mod:`tutor.coach.puzzle`."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypedDict

from tutor.cards import Seat, Strain, Suit, card_name, cards_of
from tutor.coach.authored import LEVELS, SLUG, ContentError, Fields, Places, read_authored
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import PLAYED_KINDS, Puzzle
from tutor.messages import N_, Message
from tutor.notation import (
    Fault,
    NotationError,
    parse_calls,
    parse_card,
    parse_deal,
    parse_hand,
    parse_position,
    parse_ruleset,
    parse_seat,
    parse_strain,
)
from tutor.resources import folder
from tutor.rules import PENALTY, Auction, Call, RuleError, Ruleset

KINDS: Final = (*PLAYED_KINDS, "tricks", "call", "count")
"""What a puzzle may ask for."""

RESERVED: Final = frozenset({"comments", "failed", "mine", "post", "run", "today"})
"""Slugs that no puzzle may have: addresses of other pages."""

HAND_CARDS: Final = 13
GONE_CARDS: Final = 26
"""Cards in a hand of the second phase, and those that the draw phase took away."""


def load_puzzle(path: Path) -> AnyPuzzle:
    """The puzzle in the file *path*. What the solver says of it is the business of ``check_puzzle``.

    Raises:
        ContentError: when it cannot be read; all its faults at once.
        OSError: when it cannot be opened.
    """
    return read_puzzle(read_authored(path), path)


def read_puzzle(fields: Fields, path: Path) -> AnyPuzzle:
    """The puzzle that *fields*, read from *path*, make.

    Raises:
        ContentError: as :func:`load_puzzle`.
    """
    puzzle = _read(fields, fields.slug(path), fields.places)
    if puzzle is None:
        raise ContentError(path, fields.faults)
    return puzzle


def read_table(table: Mapping[str, object], slug: str) -> AnyPuzzle:
    """The puzzle called *slug* that *table*, which has the keys of a file, makes.

    Raises:
        NotationError: with all the faults of it.
    """
    fields = Fields(table, Places({}), [])
    _check_name(fields, "slug", slug)
    puzzle = _read(fields, slug, fields.places)
    if puzzle is None:
        raise NotationError(fields.faults)
    return puzzle


def is_collection(fields: Fields) -> bool:
    """Whether the file that *fields* were read from holds puzzles in tables of their own."""
    return bool(fields.table) and all(isinstance(value, dict) for value in fields.table.values())


def load_collection(path: Path) -> tuple[AnyPuzzle, ...]:
    """The puzzles in the file *path*, in its order.

    Raises:
        ContentError: when one cannot be read; the faults of all at once.
        OSError: when it cannot be opened.
    """
    return read_collection(read_authored(path), path)


def read_collection(fields: Fields, path: Path) -> tuple[AnyPuzzle, ...]:
    """The puzzles that the tables of *fields*, read from *path*, make.

    Raises:
        ContentError: as :func:`load_collection`.
    """
    puzzles = []
    for slug, table in fields.table.items():
        if not isinstance(table, dict):
            fields.fault(slug, Message(N_("“%(key)s” stands outside of any puzzle."), {"key": slug}), "no-table")
            continue
        _check_name(fields, slug, slug)
        lines = {key[1:]: line for key, line in fields.places.lines.items() if key[0] == slug}
        puzzles.append(_read(Fields(table, fields.places, fields.faults, (slug,)), slug, Places(lines)))
    if fields.faults:
        raise ContentError(path, fields.faults)
    return tuple(puzzle for puzzle in puzzles if puzzle is not None)


def read_puzzles(fields: Fields, path: Path) -> tuple[AnyPuzzle, ...]:
    """The puzzles that *fields*, read from *path*, make: those of a collection, or the one of a file of its own.

    Raises:
        ContentError: as :func:`load_collection`.
    """
    return read_collection(fields, path) if is_collection(fields) else (read_puzzle(fields, path),)


def _check_name(fields: Fields, key: str, slug: str) -> None:
    if not SLUG.fullmatch(slug):
        message = Message(N_("A puzzle’s name may have small letters, digits and hyphens only."))
        fields.fault(key, message, "slug")


def load_puzzles(directory: Path | None = None) -> tuple[AnyPuzzle, ...]:
    """The puzzles of *directory* (default: those that come with the program), the easy ones first.

    They are those of its files and of the files in its folder ``collection``.

    Raises:
        ContentError: at the first file that cannot be read, or that has a slug which another file has.
    """
    directory = folder("puzzles") if directory is None else directory
    found: dict[str, AnyPuzzle] = {}
    read = [(path, load_puzzle(path)) for path in sorted(directory.glob("*.toml"))]
    for path in sorted((directory / "collection").glob("*.toml")):
        read += [(path, puzzle) for puzzle in load_collection(path)]
    for path, puzzle in read:
        if puzzle.slug in found:
            raise ContentError(path, [same_slug(puzzle)])
        found[puzzle.slug] = puzzle
    return tuple(sorted(found.values(), key=lambda each: (each.level, each.slug)))


def same_slug(puzzle: AnyPuzzle) -> Fault:
    """That another puzzle has the slug of *puzzle*."""
    message = Message(N_("Another puzzle is called “%(slug)s” already."), {"slug": puzzle.slug})
    return Fault(message, puzzle.places.lines.get(()), None, "same-slug")


class _Common(TypedDict):
    """What puzzles of all kinds have."""

    slug: str
    title: str
    level: int
    themes: tuple[str, ...]
    by: str
    solution: str
    prompt: str
    places: Places
    kind: str


def _read(fields: Fields, slug: str, places: Places) -> AnyPuzzle | None:
    """The puzzle that *fields* make; None when there is a fault, in it or in what was read from the file before."""
    kind = fields.text("kind", required=False) or "make"
    title, level, themes = fields.text("title"), fields.integer("level", LEVELS), fields.themes()
    by, solution, prompt = fields.text("by"), fields.text("solution"), fields.text("prompt", required=False)
    if slug in RESERVED:
        message = Message(N_("No puzzle may be called “%(name)s”: another page is."), {"name": slug})
        fields.fault("", message, "reserved")
    if kind not in KINDS:
        values = {"name": kind, "allowed": ", ".join(KINDS)}
        fields.fault("kind", Message(N_("“%(name)s” is no kind of puzzle; the kinds are %(allowed)s."), values), "kind")
        return None
    common: _Common = {
        "slug": slug,
        "title": title,
        "level": level or 0,
        "themes": themes,
        "by": by,
        "solution": solution,
        "prompt": prompt,
        "places": places,
        "kind": kind,
    }
    return _READERS.get(kind, _read_played)(fields, common)


def _read_played(fields: Fields, common: _Common) -> Puzzle | None:
    position = fields.parsed("position", parse_position)
    goal = fields.integer("goal", range(1, position.tricks_left + 1 if position else 14))
    line = fields.parsed_list("line", parse_card, required=False)
    several = fields.flag("several")
    fields.finish()
    if fields.faults or position is None or goal is None:
        return None
    return Puzzle(position=position, goal=goal, line=line, several=several, **common)


def _read_tricks(fields: Fields, common: _Common) -> TricksPuzzle | None:
    position = fields.parsed("position", parse_position)
    fields.finish()
    if fields.faults or position is None:
        return None
    return TricksPuzzle(position=position, **common)


def _read_call(fields: Fields, common: _Common) -> CallPuzzle | None:
    hands, dealer = fields.parsed("deal", parse_deal), fields.parsed("dealer", parse_seat)
    rules = fields.parsed("rules", parse_ruleset, required=False) if fields.has("rules") else PENALTY
    calls = _read_calls(fields, dealer, rules)
    several = fields.flag("several")
    fields.finish()
    if fields.faults or hands is None or dealer is None or rules is None:
        return None
    north, south = hands
    return CallPuzzle(north=north, south=south, dealer=dealer, calls=calls, rules=rules, several=several, **common)


def _read_calls(fields: Fields, dealer: Seat | None, rules: Ruleset | None) -> tuple[Call, ...]:
    """The auction so far, which must be legal and not over."""
    read = fields.parsed("calls", parse_calls, required=False) or []
    calls = tuple(call for call, _ in read)
    if dealer is not None and rules is not None:
        try:
            auction = Auction.of(dealer, calls, doubling=rules.doubling)
        except RuleError as error:
            fields.fault("calls", error.message, error.rule)
            return calls
        if auction.over:
            fields.fault("calls", Message(N_("With these calls the auction is over: nobody is to call.")), "over")
    return calls


def _read_count(fields: Fields, common: _Common) -> CountPuzzle | None:
    seat, suit = fields.parsed("seat", parse_seat), fields.parsed("suit", _parse_suit)
    hand = fields.parsed("hand", lambda text: parse_hand(text, HAND_CARDS))
    gone = fields.parsed("gone", lambda text: parse_hand(text, GONE_CARDS))
    if hand is not None and gone is not None and hand & gone:
        cards = ", ".join(card_name(card) for card in cards_of(hand & gone))
        message = Message(N_("What is in the hand cannot be gone as well: %(cards)s."), {"cards": cards})
        fields.fault("gone", message, "card-twice")
    fields.finish()
    if fields.faults or seat is None or suit is None or hand is None or gone is None:
        return None
    return CountPuzzle(seat=seat, hand=hand, gone=gone, suit=suit, **common)


def _parse_suit(text: str) -> Suit:
    strain = parse_strain(text)
    if strain == Strain.NOTRUMP:
        raise NotationError([Fault(Message(N_("No-trump is no suit: write C, D, H or S.")), code="no-suit")])
    return Suit(strain)


_READERS: Final[Mapping[str, Callable[[Fields, _Common], AnyPuzzle | None]]] = {
    "tricks": _read_tricks,
    "call": _read_call,
    "count": _read_count,
}
