"""The JSON record, ``"format": "drawbridge/1"``: the form in which deals are stored.

``record.schema.json`` beside this module is its published schema (JSON Schema 2020-12). A text holds one record or an
array of them. Every record that is read can be written as PBN and read back the same, and the other way round.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from tutor.cards import SEATS, Card, Mask, Seat, card_name, hand_name
from tutor.messages import N_, Message
from tutor.notation.calls import parse_call, parse_contract
from tutor.notation.cards import parse_card
from tutor.notation.draw_reading import settle
from tutor.notation.errors import Fault, NotationError
from tutor.notation.hands import HAND_SIZE, parse_hand, shared_faults
from tutor.notation.json_scan import JsonText, Path, scan_json
from tutor.notation.judge import Draft, Problem, judge, miscounted
from tutor.notation.pbn_read import read_pbn
from tutor.notation.pbn_tags import MEANT, TAKEN, in_deal_order, in_export_order, in_note_order, unknown
from tutor.notation.pbn_write import write_pbn
from tutor.notation.record import DrawRecord, ReadResult, Record
from tutor.notation.rulesets import ChosenRules, NamedRules, as_named, parse_named_rules
from tutor.notation.text import MAX_FAULTS, enough, half_characters, in_order, shown
from tutor.rules import WRITTEN, call_name

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

FORMAT: Final = "drawbridge/1"

_PLAIN: Final = re.compile(r"[A-Za-z0-9 .,;:_'()À-ÖØ-öø-ÿ-]*")

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A fault by the path of its value; *column* counts within a string; *illegal* as in :class:`Fault`."""

    path: Path
    message: Message
    code: str
    column: int | None = None
    illegal: bool = False


@cache
def record_schema() -> dict[str, Any]:
    """The published JSON Schema of a record."""
    text = resources.files("tutor.notation").joinpath("record.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def _validator() -> "Draft202012Validator":
    # It takes a quarter of a second to import, and most of what reads hands and positions never sees JSON.
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    return Draft202012Validator(record_schema())


def record_to_json(record: Record) -> dict[str, Any]:
    """*record* as a JSON value that :func:`record_from_json` reads back the same."""
    draw = record.draw
    value: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": str(record.ruleset),
        "dealer": record.dealer.letter,
        "players": {seat.letter: record.players[seat] for seat in SEATS},
        "hands": {"N": hand_name(record.north), "S": hand_name(record.south)},
        "draw": None
        if draw is None
        else {
            "hands": {"N": hand_name(draw.north), "S": hand_name(draw.south)},
            "stock": [card_name(card) for card in draw.stock],
            "played": [card_name(card) for card in draw.played],
        },
        "calls": None if record.calls is None else [call_name(call) for call in record.calls],
        "contract": None if record.contract is None else str(record.contract),
        "played": [card_name(card) for card in record.played],
        "claimed": record.claimed,
        "tags": [list(tag) for tag in record.tags],
        "sections": [{"name": name, "value": of, "lines": list(lines)} for name, of, lines in record.sections],
        "notes": [list(note) for note in record.notes],
        "remarks": [list(remark) for remark in record.remarks],
    }
    if miscounted(record):
        value["miscounted"] = True
    return value


def record_from_json(value: Any) -> Record:
    """The record that a JSON value holds.

    Raises:
        NotationError: with all its faults, each naming the path of its value; they have no line.
    """
    wrong = list(_half_characters((), value))
    record = None
    if not wrong:
        record, wrong, _ = _read(value)
    if record is None:
        raise NotationError(
            [Fault(_with_path(each.path, each.message), code=each.code, illegal=each.illegal) for each in wrong]
        )
    return record


def _half_characters(path: Path, value: Any) -> Iterator[_Wrong]:
    """A fault for each text within *value* that has half a surrogate pair in it."""
    if isinstance(value, str):
        yield from (_Wrong(path, half.message, half.code) for half in half_characters(value)[:1])
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _half_characters(path, key)
            yield from _half_characters((*path, key), each)
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from _half_characters((*path, index), each)


def read_json(text: str, ruleset: ChosenRules | None = None) -> ReadResult:
    """The records of a JSON text, one or an array of them, and everything that is wrong with it, by line and column.

    Args:
        text: the text.
        ruleset: the rules to judge every record by; None for those that each record names. Where neither they nor a
            record names who wins a trick of the draw phase, its cards tell.
    """
    chosen = as_named(ruleset)
    halves = half_characters(text)
    if halves:
        return ReadResult((), in_order(halves))
    source = scan_json(text)
    if source.value is None and source.faults:
        return ReadResult((), in_order(source.faults))
    if isinstance(source.value, dict):
        values, base = [source.value], False
    elif isinstance(source.value, list):
        values, base = source.value, True
    else:
        message = Message(N_("A record is a JSON object, and several are an array of objects."))
        return ReadResult((), (Fault(message, *source.at(()), "json-shape"),))
    if not values:
        return ReadResult((), (Fault(Message(N_("There is nothing in this text to read.")), 1, 1, "empty"),))
    spoilt = {path[0] if base else 0 for path in source.twice}
    good: list[tuple[int, Record]] = []
    faults: list[Fault] = []
    notes: list[Fault] = []
    for index, each in enumerate(values):
        if enough(faults) and not _has_required(each):
            continue  # It gives no record, and its faults would not be listed.
        record, wrong, found = _read(each, chosen)
        prefix: Path = (index,) if base else ()
        if record is not None and index not in spoilt:
            good.append((index, record))
            notes.extend(Fault(one.message, *source.at((*prefix, *one.path)), one.code, index + 1) for one in found)
        faults.extend(_placed(source, prefix, one, index + 1) for one in wrong)
    return ReadResult(
        tuple(record for _, record in good),
        in_order([*source.faults, *faults]),
        tuple(index + 1 for index, _ in good),
        tuple(source.at((index,) if base else ())[0] for index, _ in good),
        len(values),
        tuple(notes),
    )


def _has_required(value: Any) -> bool:
    """Whether *value* has what no record can do without."""
    return isinstance(value, Mapping) and all(name in value for name in record_schema()["required"])


def _placed(source: JsonText, prefix: Path, wrong: _Wrong, game: int) -> Fault:
    path = (*prefix, *wrong.path)
    line, column = source.at(path)
    # Within a string the place is exact as long as nothing before it is escaped.
    inside = wrong.column or 0
    return Fault(_with_path(path, wrong.message), line, column + inside, wrong.code, game, wrong.illegal)


def _with_path(path: Path, message: Message) -> Message:
    if not path:
        return message
    pointer = "".join(f"/{part}" for part in path)
    return Message(N_("%(path)s: %(problem)s"), {"path": shown_path(pointer), "problem": message})


def shown_path(pointer: str) -> str:
    """*pointer* fit for a sentence."""
    return "/".join(shown(part) for part in pointer.split("/"))


def _read(value: Any, chosen: NamedRules | None = None) -> tuple[Record | None, list[_Wrong], list[_Wrong]]:
    """The record of *value*, or None; all that is wrong with it, and what was found out about it."""
    given = value.get("format") if isinstance(value, Mapping) else None
    if isinstance(given, str) and given != FORMAT:
        message = Message(
            N_("The format is given as “%(given)s”: this program reads %(format)s."),
            {"given": shown(given), "format": FORMAT},
        )
        return None, [_Wrong(("format",), message, "json-format")], []
    wrong = list(_schema_faults(value))
    if wrong:
        return None, wrong, []
    reader = _FieldReader(value, chosen)
    return *reader.read(), reader.found


def _schema_faults(value: Any) -> Iterator[_Wrong]:
    """What the schema says against *value*; of lists that are too long no more than that."""
    too_long = list(_too_long(value, record_schema(), ()))
    if too_long:
        yield from too_long
        return
    seen = set()
    for error in islice(_validator().iter_errors(value), MAX_FAULTS):
        path: Path = tuple(error.absolute_path)
        if (path, error.validator) not in seen:
            seen.add((path, error.validator))
            yield _Wrong(path, _said(error), "json-schema")


def _too_long(value: Any, schema: Mapping[str, Any], path: Path) -> Iterator[_Wrong]:
    """A fault for each list in *value*, an object, that has more items than *schema* allows it."""
    for name, rules in schema.get("properties", {}).items():
        inner = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(inner, list) and len(inner) > rules.get("maxItems", len(inner)):
            yield _Wrong((*path, name), Message(N_("There are too many values here.")), "json-schema")
        yield from _too_long(inner, rules, (*path, name))


def _said(error: "ValidationError") -> Message:
    """What is wrong by *error*, in a sentence of our own."""
    rule, instance, limit = str(error.validator), cast("Any", error.instance), cast("Any", error.validator_value)
    if rule == "type":
        kinds = limit if isinstance(limit, list) else [limit]
        return Message(N_("The value here must be of type %(kinds)s."), {"kinds": ", ".join(map(str, kinds))})
    if rule == "required":
        names = ", ".join(str(name) for name in limit if name not in instance)
        return Message(N_("Here is missing: %(names)s."), {"names": names})
    if rule == "additionalProperties":
        assert isinstance(error.schema, Mapping)
        names = ", ".join(shown(name) for name in instance if name not in error.schema.get("properties", {}))
        return Message(N_("Not known here: %(names)s."), {"names": names})
    if rule in ("enum", "const"):
        allowed = ", ".join(map(str, limit if rule == "enum" else [limit]))
        return Message(N_("The value here must be one of: %(allowed)s."), {"allowed": allowed})
    if rule == "pattern":
        return Message(N_("There is a character in this text that PBN cannot hold here."))
    if rule == "items":
        return Message(N_("There are too many values here."))
    return Message(N_("The value here is out of bounds (%(rule)s %(limit)s)."), {"rule": rule, "limit": limit})


@dataclass
class _FieldReader:
    """Reads the fields of a value that the schema accepts."""

    value: dict[str, Any]
    chosen: NamedRules | None
    wrong: list[_Wrong] = field(default_factory=list)
    found: list[_Wrong] = field(default_factory=list)

    def parse(self, path: Path, text: str, parser: Callable[[str], _T]) -> _T | None:
        """What *parser* makes of *text*, which stands at *path*; None with its faults noted."""
        try:
            return parser(text)
        except NotationError as error:
            self.wrong.extend(_Wrong(path, fault.message, fault.code, fault.column) for fault in error.faults)
            return None

    def hands(self, path: Path, value: dict[str, str]) -> tuple[Mask, Mask] | None:
        """Two hands of 13 cards."""
        north = self.parse((*path, "N"), value["N"], lambda text: parse_hand(text, HAND_SIZE))
        south = self.parse((*path, "S"), value["S"], lambda text: parse_hand(text, HAND_SIZE))
        if north is None or south is None:
            return None
        self.wrong.extend(_Wrong((*path, "S"), one.message, one.code) for one in shared_faults(north, south, 1))
        return north, south

    def cards(self, path: Path, value: list[str]) -> tuple[Card, ...]:
        """A list of cards; those that cannot be read are noted and left out."""
        cards = (self.parse((*path, index), text, parse_card) for index, text in enumerate(value))
        return tuple(card for card in cards if card is not None)

    def read(self) -> tuple[Record | None, list[_Wrong]]:
        """The record, or None and all that is wrong with it."""
        value = self.value
        recorded = self.parse(("ruleset",), value["ruleset"], parse_named_rules) if "ruleset" in value else None
        ruleset = WRITTEN if recorded is None else recorded.ruleset
        hands = self.hands(("hands",), value["hands"])
        draft = Draft(Seat("NS".index(value["dealer"])), hands, ruleset, recorded)
        if value.get("draw") is not None:
            self.draw(draft, value["draw"])
        calls = value.get("calls")
        if calls is not None:
            read = [self.parse(("calls", index), text, parse_call) for index, text in enumerate(calls)]
            draft.calls = tuple(call for call in read if call is not None)
        if value.get("contract") is not None:
            draft.contract = self.parse(("contract",), value["contract"], parse_contract)
        draft.played = self.cards(("played",), value.get("played", []))
        claimed = value.get("claimed")
        draft.claimed = None if claimed is None else int(claimed)
        draft.miscounted = value.get("miscounted", False)
        self.taken_tags()
        if self.wrong:
            return None, self.wrong
        record, problems = judge(draft, self.chosen)
        if record is None:
            return None, [_Wrong(_path_of(each), each.message, each.code, illegal=each.illegal) for each in problems]
        return self.with_text(record)

    def draw(self, draft: Draft, value: dict[str, Any]) -> None:
        """Put the draw phase *value* into *draft*."""
        dealt = self.hands(("draw", "hands"), value["hands"]) or (0, 0)
        stock = self.cards(("draw", "stock"), value["stock"])
        draw = DrawRecord(*dealt, stock, self.cards(("draw", "played"), value["played"]))
        if self.wrong:
            return
        note = settle(draft, lambda _: draw, self.chosen)
        if note is not None:
            self.found.append(_Wrong(("draw", "played"), note, "draw-reading"))

    def taken_tags(self) -> None:
        """Note the tags that the other fields of the record are written in."""
        for index, (name, _) in enumerate(self.value.get("tags", [])):
            if name in TAKEN:
                message = Message(N_("The tag %(tag)s is written from the fields of the record."), {"tag": name})
                self.wrong.append(_Wrong(("tags", index, 0), message, "tag-taken"))

    def with_text(self, record: Record) -> tuple[Record | None, list[_Wrong]]:
        """*record* with its players, tags, sections, notes and remarks, when PBN can hold them."""
        value = self.value
        names = [value.get("players", {}).get(seat.letter, "") for seat in SEATS]
        sections = ((each["name"], each["value"], tuple(each["lines"])) for each in value.get("sections", []))
        parts: dict[str, Any] = {
            "players": tuple("" if unknown(name) else name for name in names),
            "tags": in_export_order((name, of) for name, of in value.get("tags", [])),
            "sections": tuple(sorted(sections, key=lambda section: section[0])),
            "notes": in_note_order([(place, text) for place, text in value.get("notes", [])]),
            "remarks": in_deal_order([(place, int(after), text) for place, after, text in value.get("remarks", [])]),
        }
        whole = replace(record, **parts)
        if _plain(whole) or _pbn_holds(whole):
            return whole, []
        culprit = next((name for name, part in parts.items() if not _pbn_holds(replace(record, **{name: part}))), None)
        message = Message(N_("PBN cannot hold what is given here and give it back the same."))
        return None, [_Wrong((culprit,) if culprit in value else (), message, "not-pbn")]


def _plain(record: Record) -> bool:
    """Whether *record* has no text but names and tags that PBN holds for certain."""
    if record.sections or record.notes or record.remarks:
        return False
    return all(
        name not in MEANT and _PLAIN.fullmatch(name + value) is not None
        for name, value in (*record.tags, *(("", player) for player in record.players))
    )


def _pbn_holds(record: Record) -> bool:
    """Whether *record*, written as PBN, is read back the same."""
    try:
        result = read_pbn(write_pbn([record]))
    except ValueError:
        return False
    return result.records == (record,) and not result.faults


def _path_of(problem: Problem) -> Path:
    """Where in the value a problem of the draft stands."""
    top: Path = {"stock": ("draw", "stock"), "drawn": ("draw", "played")}.get(problem.where, (problem.where,))
    if problem.index is None:
        return top
    return (*top, "NS"[problem.index] if problem.where == "hands" else problem.index)
