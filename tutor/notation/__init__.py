"""Text to values and back: cards, hands, calls, position lines, PBN and the JSON record."""

from tutor.notation.calls import parse_call, parse_calls, parse_contract, parse_seat, parse_strain
from tutor.notation.cards import parse_card, parse_cards
from tutor.notation.errors import Fault, NotationError
from tutor.notation.hands import parse_deal, parse_hand, write_deal
from tutor.notation.json_record import FORMAT, read_json, record_from_json, record_schema, record_to_json
from tutor.notation.pbn_read import read_pbn
from tutor.notation.pbn_write import write_pbn
from tutor.notation.positions import parse_position, write_position
from tutor.notation.reader import LIMIT_BYTES, read_records, write_json
from tutor.notation.record import DrawRecord, ReadResult, Record, Remark, Section
from tutor.notation.rulesets import ChosenRules, NamedRules, parse_named_rules, parse_ruleset

__all__ = [
    "FORMAT",
    "LIMIT_BYTES",
    "ChosenRules",
    "DrawRecord",
    "Fault",
    "NamedRules",
    "NotationError",
    "ReadResult",
    "Record",
    "Remark",
    "Section",
    "parse_call",
    "parse_calls",
    "parse_card",
    "parse_cards",
    "parse_contract",
    "parse_deal",
    "parse_hand",
    "parse_named_rules",
    "parse_position",
    "parse_ruleset",
    "parse_seat",
    "parse_strain",
    "read_json",
    "read_pbn",
    "read_records",
    "record_from_json",
    "record_schema",
    "record_to_json",
    "write_deal",
    "write_json",
    "write_pbn",
    "write_position",
]
