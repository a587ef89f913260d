"""Every score of every contract against the table in ``tests/data/rules/scores.txt``, which was written by hand."""

from itertools import product
from pathlib import Path

import pytest

from tutor.cards import NORTH, SOUTH, Strain
from tutor.rules import LEVEL, PENALTY, PRESETS, WRITTEN, Contract, Ruleset, declarer_score, north_score, trick_points

TABLE = Path(__file__).parent.parent / "data" / "rules" / "scores.txt"
STRAINS = {"C": Strain.CLUBS, "D": Strain.DIAMONDS, "H": Strain.HEARTS, "S": Strain.SPADES, "NT": Strain.NOTRUMP}
TIMES = {"": 1, "X": 2, "XX": 4}
EVERY_TRICK = "made, every trick over six counts"
TRICKS_BID = "made, only the tricks bid count"


def read_sections():
    sections: dict[str, list[list[str]]] = {}
    rows: list[list[str]] = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            rows = sections.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            rows.append(line.split())
    return sections


SECTIONS = read_sections()


def cell(section, row, column):
    """The number in the table's *section* where the row so named meets the column so headed."""
    head, *rows = SECTIONS[section]
    at = head.index(str(column)) - len(head)
    (found,) = [r for r in rows if r[: len(row)] == row and len(r) == len(row) + len(head) - 1]
    return int(found[at])


def expected(contract, tricks, made, price):
    """What the table says *contract* scores for declarer with *tricks*, in its section *made* or that of *price*."""
    (doubled,) = [word for word, times in TIMES.items() if times == contract.multiplier]
    words = [doubled] if doubled else []
    if tricks < 6 + contract.level:
        return cell(f"failed, a trick short costs {price}", ["any", *words], 6 + contract.level - tricks)
    column = tricks if made == EVERY_TRICK else contract.level
    return cell(made, [contract.strain.letter, *words], column)


ALL = list(product(range(1, 8), Strain, TIMES.values(), (NORTH, SOUTH), range(14)))


@pytest.mark.parametrize(
    ("ruleset", "made", "price"),
    [
        (WRITTEN, EVERY_TRICK, "nothing"),
        (PENALTY, EVERY_TRICK, "50"),
        (LEVEL, TRICKS_BID, "50"),
        (Ruleset(undertrick=100), EVERY_TRICK, "100"),
        (Ruleset(undertrick=30), EVERY_TRICK, "30"),
        (Ruleset(undertrick=100, overtricks=False), TRICKS_BID, "100"),
        (Ruleset(overtricks=False), TRICKS_BID, "nothing"),
    ],
    ids=str,
)
def test_every_contract_with_every_number_of_tricks_scores_as_the_table_says(ruleset, made, price):
    for level, strain, times, declarer, tricks in ALL:
        contract = Contract(level, strain, times, declarer)
        points = expected(contract, tricks, made, price)
        assert declarer_score(contract, tricks, ruleset) == points, (contract, tricks)
        assert north_score(contract, tricks, ruleset) == (points if declarer == NORTH else -points), (contract, tricks)


def test_the_table_is_whole():
    for section in (EVERY_TRICK, TRICKS_BID):
        assert [len(row) for row in SECTIONS[section]] == [8, *[8] * 5, *[9] * 10]
    failed = [name for name in SECTIONS if name.startswith("failed")]
    assert len(failed) == 4
    for section in failed:
        assert [len(row) for row in SECTIONS[section]] == [14, 14, 15, 15]


@pytest.mark.parametrize("case", SECTIONS["cases"], ids=" ".join)
def test_a_score_worked_out_by_itself_is_right(case):
    name, preset, tricks, points = case
    bid = name.rstrip("X")
    contract = Contract(int(bid[0]), STRAINS[bid[1:]], TIMES[name[len(bid) :]], SOUTH)
    assert contract.bid == name
    assert declarer_score(contract, int(tricks), PRESETS[preset]) == int(points)
    assert north_score(contract, int(tricks), PRESETS[preset]) == -int(points)


def test_a_passed_out_deal_scores_nothing_under_any_preset():
    assert {north_score(None, 0, ruleset) for ruleset in PRESETS.values()} == {0}


@pytest.mark.parametrize("tricks", [-1, 14])
def test_a_number_of_tricks_that_no_deal_has_is_refused(tricks):
    with pytest.raises(ValueError, match="13 tricks"):
        declarer_score(Contract(1, Strain.CLUBS, 1, NORTH), tricks, WRITTEN)


def test_no_odd_tricks_are_worth_nothing():
    assert {trick_points(strain, 0) for strain in Strain} == {0}
