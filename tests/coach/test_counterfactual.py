"""Changed positions: what is changed, and that nothing else is."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import strategies as some
from tests.coach.naive_table import Table
from tutor.cards import Strain, Suit, card_name, cards_of
from tutor.coach.reasons.counterfactual import IDLE, Lowered, NoTrumps, OtherLeads, Recast, Spare, changed
from tutor.notation import parse_card, parse_position, write_position
from tutor.rules import Position
from tutor.solver import card_values


def all_cards(position):
    return [*cards_of(position.north), *cards_of(position.south), *([] if position.led is None else [position.led])]


def owner(position, card):
    if card == position.led:
        return "T"
    return "N" if position.north >> card & 1 else "S"


def ordered(position, now):
    """For each suit the cards from the lowest up, by the names of what they stand for, and their owners."""
    stands_for = {new: old for old, new in now.items()}
    return tuple(
        tuple((stands_for[card], owner(position, card)) for card in sorted(all_cards(position)) if card // 13 == suit)
        for suit in range(4)
    )


def as_cards(table):
    """The suits of *table* with the program's numbers for its cards."""
    return tuple(tuple((parse_card(name), whose) for name, whose in suit) for suit in table.suits)


def some_cards(data, position, most=4):
    return tuple(data.draw(st.lists(st.sampled_from(all_cards(position)), min_size=1, max_size=most, unique=True)))


@given(some.positions(), st.data())
def test_lowered_cards_are_the_lowest_and_every_other_card_keeps_its_place(position, data):
    cards = some_cards(data, position)
    found = changed(position, Lowered(cards))
    table = Table.read(write_position(position)).lowered(*map(card_name, cards))
    assert ordered(found.position, found.now) == as_cards(table)


@given(some.positions(), some.suits(), st.data())
def test_recast_cards_are_the_lowest_of_their_new_suit_and_every_other_card_keeps_its_place(position, suit, data):
    cards = some_cards(data, position)
    found = changed(position, Recast(cards, suit))
    table = Table.read(write_position(position)).recast([card_name(card) for card in cards], suit.letter)
    if found is None:
        assert not table.possible()
    else:
        assert ordered(found.position, found.now) == as_cards(table)


@given(some.positions(), st.data())
def test_a_change_of_cards_changes_neither_their_number_nor_owners_nor_turn_nor_strain(position, data):
    cards = some_cards(data, position)
    suit = data.draw(some.suits())
    for change in (Lowered(cards), Recast(cards, suit)):
        found = changed(position, change)
        if found is None:
            continue
        assert (found.position.strain, found.position.turn) == (position.strain, position.turn)
        assert set(found.now) == set(all_cards(position))
        assert sorted(found.now.values()) == sorted(all_cards(found.position))
        assert all(owner(found.position, found.now[card]) == owner(position, card) for card in found.now)
        kept = [card for card in all_cards(position) if card not in cards]
        for one in kept:
            assert found.now[one] // 13 == one // 13
            for other in kept:
                assert (found.now[one] < found.now[other]) == (one < other)


@given(some.positions())
def test_to_lower_the_lowest_card_changes_no_value(position):
    lowest = min(card for card in all_cards(position) if card // 13 == all_cards(position)[0] // 13)
    found = changed(position, Lowered((lowest,)))
    values = card_values(position)
    assert {found.now[card]: tricks for card, tricks in values.items()} == card_values(found.position)


@given(some.positions(), some.suits())
def test_spare_cards_are_the_two_lowest_of_their_suit_one_for_each_seat(position, suit):
    found = changed(position, Spare(suit))
    if position.tricks_left > 12:
        assert found is None
        return
    table = Table.read(write_position(position)).spare(suit.letter)
    assume(table.possible())
    assert found.now[IDLE] == 13 * suit + 1
    assert found.position.hand(position.turn) >> found.now[IDLE] & 1
    assert found.position.hand(position.turn.other) >> 13 * suit & 1
    assert found.position.tricks_left == position.tricks_left + 1
    rest = {card: new for card, new in found.now.items() if card >= 0}
    assert set(rest) == set(all_cards(position))
    for one, new in rest.items():
        assert new // 13 == one // 13
        assert owner(found.position, new) == owner(position, one)
        assert all((new < rest[other]) == (one < other) for other in rest)


@given(some.positions())
def test_the_other_seat_leads_with_the_same_cards_and_never_while_one_is_on_the_table(position):
    found = changed(position, OtherLeads())
    if position.led is not None:
        assert found is None
    else:
        assert found.position == Position(position.north, position.south, position.strain, position.turn.other)
        assert found.now == {card: card for card in all_cards(position)}


@given(some.positions())
def test_without_trumps_only_the_strain_is_different(position):
    found = changed(position, NoTrumps())
    assert found.position == Position(position.north, position.south, Strain.NOTRUMP, position.turn, position.led)
    assert found.now == {card: card for card in all_cards(position)}


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("AKQJT98.-.-.A 765432.32.-.- NT N", Recast((parse_card("CA"),), Suit.SPADES)),
        ("AKQJT98.-.-.- 76543.32.-.- NT N", Spare(Suit.SPADES)),
    ],
)
def test_a_suit_has_room_for_thirteen_cards_only(line, change):
    assert changed(parse_position(line), change) is None


def test_a_changed_position_is_written_with_other_ranks():
    found = changed(parse_position("AQ5.-.-.- KJ2.-.-.- NT N"), Lowered((parse_card("SK"),)))
    # from the lowest up: the king, the deuce, the five, the jack, the queen, the ace
    assert write_position(found.position) == "764.-.-.- 532.-.-.- NT N"
    assert card_name(found.now[parse_card("SK")]) == "S2"
    assert card_name(found.now[parse_card("SJ")]) == "S5"
