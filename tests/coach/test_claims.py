"""What the coach says, held against the deal it speaks of: explanations of random choices, every claim made again.

The checkers are in :mod:`tests.coach.claims` and the modules beside it. ``HYPOTHESIS_PROFILE=wide`` looks at ten times
as many choices.
"""

import ast
import os
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from tests.coach import claims_advice, claims_calls, claims_happenings, claims_themes, claims_verdicts
from tests.coach.claims import CHECKERS, PLURALS, Moment, faults
from tests.coach.claims_auction import Solution, Standing
from tests.coach.claims_layout import Layout
from tests.coach.claims_moments import chosen_calls, chosen_cards, chosen_in_endings, seldom_chosen
from tests.coach.claims_values import PIECES
from tests.solver.auctions import RULESETS, naive, random_auction, random_table, spoken
from tests.solver.brute import BruteForce
from tutor import coach
from tutor.cards import SEATS, Seat, Strain, mask_of
from tutor.coach.facts import decide
from tutor.coach.reasons.explain import explain
from tutor.coach.telling import advice
from tutor.coach.telling.explanations import tell
from tutor.coach.telling.knowing import OPEN, Known
from tutor.coach.telling.marks import SYMBOLS, Marked
from tutor.messages import Message
from tutor.notation import write_position
from tutor.rules import Play, Position, action_name, call_name

CHECKER_MODULES = (claims_advice, claims_calls, claims_happenings, claims_themes, claims_verdicts)

TIMES = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "wide" else 1
"""5,000 explanations, or so many times as many: 3,600 of cards in whole deals, 400 in endings, 1,000 of calls."""


def told(moment: Moment, known: Known = OPEN) -> tuple[Message, ...]:
    """What the coach says of the choice of *moment*."""
    decision = decide(moment.deal, opponent="natural" if moment.natural else "perfect")
    return tell(explain(decision, moment.choice), known).sentences()


def where(moment: Moment) -> str:
    """The moment, so that it can be set up again."""
    deal = moment.deal
    if moment.in_play:
        return f"{write_position(Position.of(moment.play))}, {deal.contract}, {deal.ruleset}"
    calls = " ".join(call_name(call) for call in deal.auction.calls)
    full = write_position(Position(*deal.start_hands, Strain.NOTRUMP, Seat.NORTH))
    opponent = "natural" if moment.natural else "perfect"
    return f"{full}, {deal.dealer.letter} deals: {calls or 'no call'}, {deal.ruleset}, {opponent}"


def check(moments, known=lambda _moment: OPEN) -> None:
    """Fail with all that is wrong with what is told of any of *moments*."""
    found = []
    for moment in moments:
        wrong = faults(moment, told(moment, known(moment)))
        found += [f"{where(moment)}, {action_name(moment.choice)}: {each}" for each in wrong]
    if found:
        pytest.fail("\n".join(found), pytrace=False)


@pytest.mark.parametrize("part", range(18 * TIMES))
def test_every_claim_about_a_card_holds(part):
    check(islice(chosen_cards(random.Random(f"cards {part}")), 200))


@pytest.mark.parametrize("part", range(2 * TIMES))
def test_every_claim_about_a_card_near_the_end_holds(part):
    check(islice(chosen_in_endings(random.Random(f"endings {part}")), 200))


def test_every_claim_about_what_happens_seldom_holds():
    check(seldom_chosen())


@pytest.mark.parametrize("part", range(10 * TIMES))
def test_every_claim_about_a_call_holds(part):
    check(islice(chosen_calls(random.Random(f"calls {part}")), 100))


# What a learner knows.


def honours_only(moment: Moment) -> Known:
    return Known(moment.you, honours_only=True)


def unknown_cards(moment: Moment) -> set[int]:
    """The opponent's cards below the ten that have not been played."""
    hands = moment.play.hands if moment.in_play else moment.deal.start_hands
    return {card for card in range(52) if hands[moment.they] >> card & 1 and card % 13 < 8}


def for_who_knows_honours(part: int) -> list[Moment]:
    rng = random.Random(f"honours {part}")
    return [*islice(chosen_cards(rng), 80), *islice(chosen_calls(rng), 20)]


@pytest.mark.parametrize("part", range(5 * TIMES))
def test_who_knows_only_honours_is_never_told_a_lower_card(part):
    for moment in for_who_knows_honours(part):
        for sentence in told(moment, honours_only(moment)):
            for piece in sentence.parts():
                if isinstance(piece, Marked):
                    assert unknown_cards(moment).isdisjoint(piece.actions), (where(moment), str(sentence))
                else:
                    assert not set(piece) & set(SYMBOLS), str(sentence)  # cards are named by marks alone


@pytest.mark.parametrize("part", range(5 * TIMES))
def test_every_claim_to_who_knows_only_honours_holds(part):
    check(for_who_knows_honours(part), honours_only)


# The checkers.


TELLING = Path(coach.__file__).parent / "telling"
ELSEWHERE = {"prompting", "speaking"}
"""Modules whose sentences are no explanations: questions of lessons, and steps of a hand read out."""


@cache
def templates(module: str) -> dict[str, str | None]:
    """The sentences marked for translation in a module of the telling, those that count with their plurals."""
    tree = ast.parse((TELLING / f"{module}.py").read_text())
    return _marked(tree)


def _marked(tree: ast.AST) -> dict[str, str | None]:
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "P_"):
            one, *many = [ast.literal_eval(each) for each in node.args]
            found[one] = many[0] if many else None
    return found


def words_used(modules: list[str]) -> dict[str, str | None]:
    """The templates of ``words`` that *modules* can reach: by what they import, and what that uses in turn."""
    tree = ast.parse((Path(coach.__file__).parent / "words.py").read_text())
    parts = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            parts[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            parts[target.id] = node
    wanted = {name for module in modules for name in imported(module, "tutor.coach.words")}
    found, seen = {}, set()
    while wanted - seen:
        name = (wanted - seen).pop()
        seen.add(name)
        if name in parts:
            found |= _marked(parts[name])
            wanted |= {node.id for node in ast.walk(parts[name]) if isinstance(node, ast.Name)} & set(parts)
    return found


def imported(module: str, source: str) -> set[str]:
    """What a module of the telling imports from *source*."""
    tree = ast.parse((TELLING / f"{module}.py").read_text())
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == source]
    return {alias.name for node in nodes for alias in node.names}


def told_templates() -> dict[str, str | None]:
    """Every template of a sentence that may be told, and of what stands inside it."""
    modules = sorted({path.stem for path in TELLING.glob("*.py")} - ELSEWHERE)
    found = words_used(modules)
    for module in modules:
        found |= templates(module)
    titles = set(advice.THEME_NAMES.values())  # shown as titles; no sentence has them
    return {one: many for one, many in found.items() if one not in titles}


KNOWN_PIECES = PIECES | claims_calls.CALL_PIECES


def test_every_template_has_a_checker():
    assert sorted(set(told_templates()) - set(CHECKERS) - KNOWN_PIECES) == []


def test_no_checker_is_left_of_a_template_that_is_gone():
    assert sorted(set(CHECKERS) - set(told_templates())) == []


def test_the_plurals_are_those_of_the_templates():
    plurals = {one: many for one, many in told_templates().items() if many is not None and one in CHECKERS}
    assert plurals == PLURALS


def test_the_checkers_know_nothing_of_how_the_coach_finds_what_it_says():
    allowed = {"tutor.coach.telling.marks"}
    for path in Path(__file__).parent.glob("claims*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else names
            assert not [name for name in names if name.startswith("tutor.coach") and name not in allowed], path


def changed_facts(sentence: Message):
    """*sentence* with one of its facts changed: another seat, number, card or call."""
    if sentence.many is not None:
        yield replace(sentence, count=sentence.count + 1)
    for name, value in sentence.values.items():
        if f"%({name})s" not in sentence.sentence:
            continue
        if isinstance(value, Message) and value.sentence in ("North", "South"):
            other = Message("South" if value.sentence == "North" else "North")
        elif isinstance(value, Message) and value.many is not None:
            other = replace(value, count=value.count + 1)
        elif isinstance(value, Marked):
            first = value.actions[0]
            other = Marked(((first + 1) % 52 if first < 52 else 55 + (first - 51) % 35,))
        elif isinstance(value, int):
            other = value + 1
        else:
            continue
        yield replace(sentence, values={**sentence.values, name: other})


def test_a_changed_fact_is_noticed():
    rng = random.Random("changes")
    moments = [*islice(chosen_cards(rng), 60), *seldom_chosen(), *islice(chosen_calls(rng), 30)]
    noticed, unnoticed = Counter(), Counter()
    for moment in moments:
        sentences = told(moment)
        for place, sentence in enumerate(sentences):
            for changed in changed_facts(sentence):
                again = Moment(moment.deal, moment.choice, moment.natural)
                if not moment.in_play:
                    again.solution = moment.solution  # solved once for all
                wrong = faults(again, (*sentences[:place], changed, *sentences[place + 1 :]))
                (noticed if wrong else unnoticed)[sentence.sentence] += 1
    assert set(unnoticed) <= set(noticed)
    assert noticed.total() > 20 * unnoticed.total()


@pytest.mark.parametrize("rules", RULESETS)
def test_the_auction_of_the_checkers_is_that_of_the_rules(rules):
    rng, ruleset = random.Random(rules), RULESETS[rules]
    for natural in (None, *SEATS):
        table, auction = random_table(rng), random_auction(rng, ruleset, rng.choice((6, 12, 20)))
        rows = tuple(tuple(table[seat][strain] for strain in Strain) for seat in SEATS)
        solution, here = Solution(rows, ruleset, natural), Standing.of(auction)
        values = {call_name(call): solution.leads_to(here, call) for call in here.legal(ruleset)}
        assert values == naive(table, ruleset, natural).call_values(*spoken(auction))


@pytest.mark.parametrize("seed", range(10))
def test_the_changed_positions_of_the_checkers_have_the_values_of_brute_force(seed):
    rng = random.Random(seed)
    cards = rng.sample(range(52), 10)
    play = Play.start(mask_of(cards[:5]), mask_of(cards[5:]), rng.choice(list(Strain)), rng.choice(SEATS))
    if seed % 2:
        play = play.apply(rng.choice(play.legal()))
    layout, chosen = Layout.of(play), rng.sample(cards, 2)
    changed = [layout, layout.lowest(chosen), layout.moved(chosen, rng.randrange(4)), layout.plain()]
    changed.append(layout.spared(rng.randrange(4)))
    changed += [layout.led_by(1 - layout.turn)] if play.led is None else []
    for each in changed:
        places = {
            card: ("CDHS"[suit], place) for suit, row in enumerate(each.rows) for place, (card, _) in enumerate(row)
        }
        owners = {card: owner for row in each.rows for card, owner in row}
        hands = [frozenset(places[card] for card in owners if owners[card] == owner) for owner in (0, 1)]
        led = next((places[card] for card, owner in owners.items() if owner == 2), None)
        brute = BruteForce(None if each.strain == 4 else "CDHS"[each.strain])
        expected = brute.card_values(hands[each.turn], hands[1 - each.turn], led)
        assert {places[card]: tricks for card, tricks in each.values().items()} == expected
        assert each.tricks_of(each.turn) == max(expected.values())
