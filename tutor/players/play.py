"""The play as a computer player plays it: perfectly, and among cards of the same worth as a person would.

A perfect player gives nothing away, and takes what the other does: each card is chosen from a fresh solution of the
position, however it came about.
"""

from tutor.cards import Card
from tutor.rules import Play, Position
from tutor.solver import card_values
from tutor.solver.engine import natural_choice


def next_card(play: Play) -> Card:
    """The best card of the seat to play, of several the most natural one (:func:`natural_choice`).

    Raises:
        ValueError: when all cards have been played.
    """
    if play.over:
        raise ValueError("every card has been played")
    legal = play.legal()
    if len(legal) == 1:
        return legal[0]
    position = Position.of(play)
    return natural_choice(position, card_values(position))


def play_out(play: Play) -> Play:
    """*play* to its last card, both playing perfectly."""
    while not play.over:
        play = play.apply(next_card(play))
    return play
