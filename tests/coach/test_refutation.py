"""Refutations: two lines of play, where they part and where the trick is lost."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tests.coach.naive_table import Table
from tutor.cards import NORTH, SOUTH, card_name
from tutor.coach.reasons.refutation import refute, tricks_of
from tutor.notation import parse_card, parse_position, write_position
from tutor.rules import Position
from tutor.solver import card_values


def mistaken(play, rng):
    """A wrong card, a best one and the values of all; None where no card is wrong."""
    values = card_values(Position.of(play))
    best = max(values.values())
    wrong = [card for card, tricks in values.items() if tricks < best]
    if not wrong:
        return None
    return rng.choice(wrong), rng.choice([card for card, tricks in values.items() if tricks == best]), values


@st.composite
def refutations(draw):
    """A refutation and the values of the cards in its position."""
    play = draw(some.plays())
    assume(not play.over)
    found = mistaken(play, draw(st.randoms(use_true_random=False)))
    assume(found is not None)
    card, instead, values = found
    return refute(play, card, instead), values


def line(text, card, instead):
    return refute(parse_position(text).play, parse_card(card), parse_card(instead))


def cards(trick):
    return " ".join(card_name(card) for card in trick.cards)


@settings(max_examples=50)
@given(refutations())
def test_both_lines_are_legal_and_end_in_the_tricks_that_the_solver_says(found):
    refutation, values = found
    play, seat = refutation.play, refutation.play.turn
    for first, cards_played, tricks in (
        (refutation.card, refutation.after, refutation.tricks),
        (refutation.instead, refutation.better, refutation.better_tricks),
    ):
        assert cards_played[0] == first
        end = play.run(cards_played)  # each card is checked by the rules
        assert end.over
        assert end.tricks[seat] - play.tricks[seat] == values[first]
        assert sum(trick.winner == seat for trick in tricks) == values[first]
    assert refutation.loss == values[refutation.instead] - values[refutation.card]
    assert refutation.tricks_in_all == play.run(refutation.after).tricks[seat]


@settings(max_examples=50)
@given(refutations())
def test_both_sides_play_their_best_throughout(found):
    refutation, _ = found
    play = refutation.play.push(refutation.card)
    for card in refutation.after[1:]:
        values = card_values(Position.of(play))
        assert values[card] == max(values.values())
        play = play.push(card)


@settings(max_examples=50)
@given(refutations())
def test_the_tricks_are_those_of_a_second_account_of_the_play(found):
    refutation, _ = found
    for played, tricks in ((refutation.after, refutation.tricks), (refutation.better, refutation.better_tricks)):
        table = Table.read(write_position(Position.of(refutation.play)))
        expected = []
        for card in played:
            led, seat = table.led, table.turn
            table = table.played(card_name(card))
            if led is not None:
                expected.append(("S" if seat == "N" else "N", led, card_name(card), table.turn))
        assert [(t.leader.letter, *map(card_name, t.cards), t.winner.letter) for t in tricks] == expected
        before = sum(refutation.play.tricks)
        assert [trick.number for trick in tricks] == list(range(before + 1, before + 1 + len(expected)))
        assert all(trick.won_with == trick.card(trick.winner) in trick.cards for trick in tricks)
        assert all(trick.card(trick.leader) == trick.cards[0] for trick in tricks)


@settings(max_examples=50)
@given(refutations())
def test_the_lines_part_at_the_first_trick_with_different_winners_and_the_decisive_one_is_lost(found):
    refutation, _ = found
    seat = refutation.seat
    winners = [
        (here.winner, there.winner) for here, there in zip(refutation.tricks, refutation.better_tricks, strict=True)
    ]
    assert all(here == there for here, there in winners[: refutation.parts])
    assert len(set(winners[refutation.parts])) == 2
    assert refutation.parts <= refutation.decisive
    assert refutation.tricks[refutation.decisive].winner == seat.other
    behind = [
        sum(there == seat for _, there in winners[: n + 1]) - sum(here == seat for here, _ in winners[: n + 1])
        for n in range(len(winners))
    ]
    assert all(number >= refutation.loss for number in behind[refutation.decisive :])
    assert refutation.decisive == 0 or behind[refutation.decisive - 1] < refutation.loss
    assert refutation.told == refutation.tricks[: refutation.decisive + 1]


@settings(max_examples=50)
@given(some.plays(), st.randoms(use_true_random=False))
def test_a_card_that_gives_nothing_away_has_no_refutation(play, rng):
    assume(not play.over)
    values = card_values(Position.of(play))
    best = [card for card, tricks in values.items() if tricks == max(values.values())]
    with pytest.raises(ValueError, match="gives nothing away"):
        refute(play, rng.choice(best), rng.choice(best))


def test_a_led_card_on_the_table_opens_the_first_trick():
    play = parse_position("A2.-.-.- K.-.-.- NT N SQ").play
    assert [(t.leader, cards(t), t.winner) for t in tricks_of(play, [parse_card("SA"), parse_card("S2")])] == [
        (SOUTH, "SQ SA", NORTH)
    ]


def test_the_story_of_a_trump_that_was_not_drawn():
    found = line("7.-.-.87 9.2.3.- S S", "D3", "S9")
    # The diamond is ruffed; the nine of trumps takes a club that it could have left to a red card.
    assert [cards(trick) for trick in found.tricks] == ["D3 S7", "C8 S9", "H2 C7"]
    assert [cards(trick) for trick in found.better_tricks] == ["S9 S7", "D3 C7", "H2 C8"]
    assert (found.loss, found.parts, found.decisive, found.tricks_in_all) == (1, 0, 0, 2)
    assert [trick.winner for trick in found.tricks] == [NORTH, SOUTH, SOUTH]


def test_a_line_that_is_ahead_at_first_is_told_up_to_the_trick_that_decides():
    found = line("-.A6.6.- -.T4.A.- H N", "HA", "D6")
    assert [cards(trick) for trick in found.tricks] == ["HA H4", "D6 DA", "HT H6"]
    assert [cards(trick) for trick in found.better_tricks] == ["D6 DA", "H4 H6", "HA HT"]
    assert (found.loss, found.parts, found.decisive) == (1, 0, 2)
    assert found.told == found.tricks
