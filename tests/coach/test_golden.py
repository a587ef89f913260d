"""Ten explanations as a learner reads them, so that a change of wording is seen.

``tests/coach/golden/NAME.txt`` has the moment as ``key: value`` lines, then the sentences, one a line. When a change of
words is meant, ``python -m tests.coach.test_golden`` writes the sentences anew; read them before committing.
"""

from pathlib import Path

import pytest

from tutor.coach.facts import decide
from tutor.coach.reasons.explain import explain
from tutor.coach.telling.explanations import tell
from tutor.notation import parse_call, parse_card, parse_contract, parse_deal, parse_ruleset, parse_seat
from tutor.rules import Deal

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def parted(text: str) -> tuple[str, list[str]]:
    """The head of a file as it stands, and its sentences."""
    head, _, words = text.partition("\n\n")
    return head, words.splitlines()


def told(head: str) -> list[str]:
    """What is said about the moment and the choice of *head*."""
    facts = dict(line.split(":", 1) for line in head.splitlines())
    facts = {key: value.strip() for key, value in facts.items()}
    deal = Deal.from_hands(*parse_deal(facts["deal"]), parse_seat(facts["dealer"]), parse_ruleset(facts["rules"]))
    if "contract" in facts:
        deal = deal.with_contract(parse_contract(facts["contract"]))
        deal = deal.run(parse_card(card) for card in facts["played"].split())
        choice = parse_card(facts["choice"])
    else:
        deal = deal.run(parse_call(call) for call in facts["calls"].split())
        choice = parse_call(facts["choice"])
    decision = decide(deal, opponent=facts.get("opponent", "perfect"))
    return [str(sentence) for sentence in tell(explain(decision, choice)).sentences()]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_explanation_reads_as_it_did(path):
    head, words = parted(path.read_text(encoding="utf-8"))
    assert told(head) == words


def test_there_are_ten_of_them():
    assert len(GOLDEN) == 10


if __name__ == "__main__":
    for each in GOLDEN:
        head, _ = parted(each.read_text(encoding="utf-8"))
        each.write_text("\n".join((head, "", *told(head), "")), encoding="utf-8")
