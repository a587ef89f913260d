"""A composed puzzle in words.

The words are the coach's. Before the answer only what everybody sees is said: strain or contract, cards, lead and goal.
"""

from dataclasses import dataclass, replace
from hashlib import blake2s

from tutor.cards import Strain
from tutor.coach.content import in_english
from tutor.coach.puzzle import Puzzle
from tutor.coach.puzzle.kinds import CallPuzzle
from tutor.coach.puzzle.same import likeness
from tutor.coach.puzzle.words import card_paragraphs
from tutor.coach.telling.marks import STRAIN_NAMES, marked
from tutor.coach.words import contract_words
from tutor.composer.call_judging import SoundCall
from tutor.composer.call_writing import puzzle_of_call
from tutor.composer.demands import Contracted
from tutor.composer.judging import Sound, themes_of_puzzle
from tutor.composer.patterns import Pattern
from tutor.composer.spec import AUTHOR, Spec
from tutor.messages import N_, P_, Message
from tutor.rules import SEAT_NAMES


@dataclass(frozen=True, slots=True)
class Composed:
    """A puzzle and what it was made of.

    Attributes:
        puzzle: the puzzle, its texts in English; :mod:`tutor.coach.content` translates those of a file.
        sound: what the solver said of it.
    """

    puzzle: Puzzle | CallPuzzle
    sound: Sound | SoundCall


def write_up(spec: Spec, sound: Sound | SoundCall) -> Composed:
    """*sound*, composed from *spec*, as a puzzle with its texts."""
    if isinstance(sound, SoundCall):
        call = puzzle_of_call(sound)
        return Composed(replace(call, slug=_slug(spec, likeness(call)), by=AUTHOR), sound)
    pattern, contracted = Pattern.of(sound.position), _contracted(spec)
    puzzle = Puzzle(
        slug=_slug(spec, " ".join((*pattern.standard, str(sound.goal)))),
        title=in_english((_title(sound, contracted),)),
        position=sound.position,
        goal=sound.goal,
        level=sound.level,
        themes=tuple(theme.value for theme in themes_of_puzzle(sound)) or ("counting",),
        by=AUTHOR,
        solution="\n\n".join(
            in_english(part) for part in card_paragraphs(sound.position, sound.right, sound.card, sound.finding)
        ),
        prompt=in_english(_prompt(sound, contracted)),
        line=sound.line,
        several=sound.several,
        kind=sound.kind,
    )
    return Composed(puzzle, sound)


def _slug(spec: Spec, likeness: str) -> str:
    """A name that two puzzles from *spec* share only when they are the same."""
    return f"{spec.slug}-{blake2s(likeness.encode(), digest_size=4).hexdigest()}"


def _contracted(spec: Spec) -> Contracted | None:
    """The contract that *spec* asks for."""
    return next((demand.asked for demand in spec.demands if isinstance(demand.asked, Contracted)), None)


def _title(sound: Sound, contracted: Contracted | None) -> Message:
    if contracted is not None:
        words = {"contract": contract_words(contracted.contract)}
        beating = contracted.at(sound.position).beating
        return Message(N_("To beat %(contract)s") if beating else N_("To make %(contract)s"), words)
    cards = sound.position.tricks_left
    values = {"cards": cards, "strain": STRAIN_NAMES[sound.position.strain]}
    if sound.position.strain == Strain.NOTRUMP:
        forms = P_("No trumps: one trick of %(cards)s", "No trumps: %(count)s tricks of %(cards)s")
    else:
        forms = P_(
            "Trumps are %(strain)s: one trick of %(cards)s", "Trumps are %(strain)s: %(count)s tricks of %(cards)s"
        )
    return Message.counted(forms, sound.goal, values)


def _prompt(sound: Sound, contracted: Contracted | None) -> tuple[Message, ...]:
    position = sound.position
    values: dict[str, object] = {
        "seat": SEAT_NAMES[position.turn],
        "opponent": SEAT_NAMES[position.turn.other],
        "strain": STRAIN_NAMES[position.strain],
        "left": position.tricks_left,
    }
    turn = Message(N_("%(seat)s is on lead."), values)
    if position.led is not None:
        turn = Message(N_("%(opponent)s has led %(card)s."), {**values, "card": marked(position.led)})
    asked: tuple[Message, ...] = ()
    if sound.kind == "only-card":
        asked = (Message(N_("Only the first card is asked for.")),)
    if contracted is not None:
        stake = contracted.at(sound.position)
        return *stake.so_far(), turn, stake.need(), *asked
    trumps = Message(N_("Trumps are %(strain)s."), values)
    if position.strain == Strain.NOTRUMP:
        trumps = Message(N_("There is no trump suit."))
    goal = P_("Take one trick with %(seat)s.", "Take %(count)s tricks with %(seat)s.")
    return trumps, turn, Message.counted(goal, sound.goal, values), *asked
