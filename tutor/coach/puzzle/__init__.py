"""Puzzles: what one is, how it is written as TOML, and all that one does with it.

A file ``puzzles/NAME.toml`` holds one puzzle; NAME is its slug. A file of ``puzzles/collection/`` holds many: a table
``[SLUG]`` each, with the same keys. No two puzzles have the same slug. Keys of every puzzle:

``title``
    What it is called. It never names the answer.
``kind``
    Optional: one of :data:`KINDS`. ``make``, the default, is played on until the goal is reached; so is ``beat``, where
    the learner is the defender and the tricks of the goal are those that keep declarer below a contract, which
    ``prompt`` tells (:class:`tutor.coach.puzzle.contracts.AtStake`). Of an ``only-card`` puzzle the first card is all
    that is asked for: it is solved with a card that keeps the goal. These three are *played*
    (:mod:`tutor.coach.puzzle.play`). ``tricks`` asks how many tricks the seat to play takes, ``call`` for the best
    call, ``count`` for the cards of one suit that the opponent holds (:mod:`tutor.coach.puzzle.kinds`).
``level``
    1 to 5.
``themes``
    Names from :data:`tutor.coach.authored.THEMES`.
``by``
    Who made it.
``solution``
    The idea in words, shown when the puzzle is over, by whatever answer: it says what works, not what the learner did.
``prompt``
    Optional: what to tell the learner beforehand. It never names the answer.

Of a played puzzle:

``position``
    The position line (:func:`tutor.notation.parse_position`); the *learner* is the seat to play.
``goal``
    Tricks the learner must take from here on, a card on the table counted.
``line``
    Optional: a line of play from the position on that keeps the goal, the cards of both sides in order.
``several``
    Optional: true when more than one first card is right. Without it a puzzle has one, cards that touch counted as one.

Of ``tricks``: ``position`` alone. The answer is what the seat to play takes from here on, the card on the table
counted, when both sides play their best.

Of ``call``, where the opponent calls perfectly and both then play their best:

``deal``
    North's hand and South's, 13 cards each (:func:`tutor.notation.parse_deal`).
``dealer``
    ``N`` or ``S``: who calls first.
``calls``
    Optional: the auction so far, with space between (``1S X``); who is to call then is the *learner*.
``rules``
    Optional: the ruleset, ``penalty`` without it.
``several``
    Optional: true when more than one call is best.

Of ``count``:

``seat``, ``hand``
    The learner's seat and 13 cards.
``gone``
    The 26 cards that were thrown away in the draw phase, written as one hand.
``suit``
    ``C``, ``D``, ``H`` or ``S``: the suit that is asked for.
"""

from tutor.coach.puzzle.checking import check_puzzle
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import (
    Puzzle,
    PuzzleState,
    defence_card,
    keeping_cards,
    play_card,
    play_out,
    start_puzzle,
    touching,
)
from tutor.coach.puzzle.reading import (
    KINDS,
    RESERVED,
    is_collection,
    load_collection,
    load_puzzle,
    load_puzzles,
    read_collection,
    read_puzzle,
    read_puzzles,
    same_slug,
)

__all__ = [
    "KINDS",
    "RESERVED",
    "AnyPuzzle",
    "CallPuzzle",
    "CountPuzzle",
    "Puzzle",
    "PuzzleState",
    "TricksPuzzle",
    "check_puzzle",
    "defence_card",
    "is_collection",
    "keeping_cards",
    "load_collection",
    "load_puzzle",
    "load_puzzles",
    "play_card",
    "play_out",
    "read_collection",
    "read_puzzle",
    "read_puzzles",
    "same_slug",
    "start_puzzle",
    "touching",
]
