"""The lines of best play: by tricks, with leader and winner, and where two of them part."""

import re

import pytest

from tests.web.texts import KINDS
from tutor.cards import card_name
from tutor.coach.lesson import parse_action
from tutor.coach.review import review
from tutor.messages import translate
from tutor.notation import parse_position
from tutor.rules import Phase, Position
from tutor.solver import best_line
from tutor.web.analyse.timeline import timeline
from tutor.web.parts.board import alike
from tutor.web.parts.lines import Line, best_beside, deal_line, parted, play_line
from tutor.web.parts.saying import explained

MISTAKE = "/analyse/sample?ply=12"


def rows(page: str, title: str) -> list[str]:
    """The tricks of the line under *title*."""
    section = re.search(rf">{title}</h2>(.*?)</section>", page, re.DOTALL).group(1)
    return re.findall(r"<tr[^>]*>(<th scope=\"row\">.*?)</tr>", section, re.DOTALL)


def decisions(kind: str):
    return [m for m in timeline(review(KINDS[kind]())) if m.decision is not None]


@pytest.mark.parametrize("kind", ["unfinished play", "hands only", "slips"])
def test_a_line_shows_every_card_once_in_the_trick_it_was_played_to(kind):
    for moment in decisions(kind):
        line = deal_line(moment.deal, moment.decision.line)
        end = moment.deal.run(moment.decision.line)
        shown = [cell.name for trick in line.tricks for cell in trick.cells if cell is not None]
        cards = [card_name(action) for action in moment.decision.line if action < 52]
        led = [] if moment.deal.play is None or moment.deal.play.led is None else [card_name(moment.deal.play.led)]
        assert sorted(shown) == sorted([*led, *cards])
        won = [trick.winner for trick in line.tricks]
        before = (0, 0) if moment.deal.play is None else moment.deal.play.tricks
        if end.play is not None:
            assert (before[0] + won.count(0), before[1] + won.count(1)) == end.play.tricks
            assert [trick.number for trick in line.tricks] == list(range(sum(before) + 1, 14))


def test_who_wins_a_trick_leads_to_the_next():
    for moment in decisions("unfinished play"):
        tricks = deal_line(moment.deal, moment.decision.line).tricks
        assert [trick.winner for trick in tricks[:-1]] == [trick.leader for trick in tricks[1:]]


def test_the_calls_of_a_line_stand_before_its_tricks_with_their_callers():
    moment = decisions("hands only")[0]
    line = deal_line(moment.deal, moment.decision.line)
    assert [seat for seat, _ in line.calls] == [("North", "South")[i % 2] for i in range(len(line.calls))]
    assert line.calls


def test_an_empty_line_is_false_and_a_card_alone_on_the_table_makes_none():
    assert not Line()
    assert not play_line(parse_position("-.-.-.A2 -.-.-.K NT N C3").play, ())


def test_lines_are_marked_where_another_player_wins_for_the_first_time():
    for moment in decisions("unfinished play"):
        decision = moment.decision
        if decision.phase is not Phase.PLAY or moment.action is None or not decision.loss_tricks:
            continue
        after = moment.deal.apply(moment.action)
        best = deal_line(moment.deal, decision.line)
        other = deal_line(moment.deal, (moment.action, *best_line(Position.of(after.play))))
        (mark,) = [trick for trick in parted(other, best).tricks if trick.parts]
        index = mark.number - other.tricks[0].number
        assert mark.winner != best.tricks[index].winner
        assert all(a.winner == b.winner for a, b in zip(other.tricks[:index], best.tricks[:index], strict=True))


def test_the_page_of_a_mistake_shows_both_lines_by_tricks(client):
    page = client.get(MISTAKE).text
    for title in ("Best line after the best choice", "Best line after the mistake"):
        tricks = rows(page, title)
        assert len(tricks) == 12
        assert all(", wins<" in trick and ", led<" in trick for trick in tricks)
    assert page.count('class="parts"') == 1
    assert "the first that goes the other way" in page


@pytest.mark.parametrize("kind", ["unfinished play", "claimed in the play", "with its draw phase"])
def test_beside_a_mistake_the_best_line_begins_with_the_choice_that_the_words_speak_for(kind):
    wrong = [m.decision for m in decisions(kind) if m.decision.mistake]
    assert wrong
    for decision in wrong:
        line = best_beside(decision, decision.taken)
        reasons = explained(decision, decision.taken).reasons
        card = decision.phase is Phase.PLAY
        assert line[0] == (reasons.refutation.instead if card else reasons.instead)
        assert decision.choice(line[0]).best
        assert decision.deal.run(line).over
        assert decision.deal.run(line).score == decision.score


def test_the_first_card_of_the_best_line_is_the_one_that_the_page_names_in_its_words(client):
    page = client.get(MISTAKE).text
    told = re.search(r"(?s)<h3>What happens</h3><p>(.*?)</p>", page).group(1)
    assert "nine of clubs" in told
    assert "nine of clubs" in rows(page, "Best line after the best choice")[0]


def test_a_moment_without_a_mistake_has_one_line(client):
    page = client.get("/analyse/sample?ply=11").text
    assert "Best line from here" in page
    assert "after the mistake" not in page


def test_a_position_and_a_refuted_card_show_their_lines_by_tricks(client):
    page = client.get("/analyse/position?line=A.K.-.2+2.-.3.A+NT+N").text
    assert len(rows(page, translate("Best line from here"))) == 3


def named(app, text: str) -> str:
    """The choices *text* as a page names them, without its marks."""
    with app.test_request_context():
        either = app.jinja_env.get_template("parts/cards.html").module.either
        page = str(either(alike([parse_action(each) for each in text.split()])))
    seen = re.sub(r'<span class="sr">.*?</span>', "", page)
    return re.sub(r"<[^>]*>", "", seen).replace("&#xFE0E;", "").replace("\ufe0e", "").strip()


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ("SA SJ ST S9 S7 C9", "♠A J 10 9 7 or ♣9"),
        ("D7", "♦7"),
        ("SA HK C2", "♠A, ♥K or ♣2"),
        ("Pass 1S 2S 3S 1NT 2NT", "Pass, 1♠–3♠ or 1NT 2NT"),
    ],
)
def test_equal_choices_are_named_by_suits_and_none_is_left_out(app, choices, said):
    assert named(app, choices) == said


def test_the_verdict_on_a_mistake_names_all_the_best(client):
    page = client.get(MISTAKE).text
    assert re.search(r"<p>Best (?:was|were) <b class=\"idea\">", page)
