"""A composed call in words: the coach's."""

from tutor.coach.content import in_english
from tutor.coach.facts import decide
from tutor.coach.puzzle.kinds import CallPuzzle
from tutor.coach.puzzle.words import call_paragraphs, right_calls
from tutor.coach.reasons.call_reasons import reasons_for_call
from tutor.coach.telling.marks import marked
from tutor.coach.themes import Theme
from tutor.composer.call_judging import SoundCall
from tutor.messages import N_, P_, Message
from tutor.rules import SEAT_NAMES, Deal


def puzzle_of_call(sound: SoundCall) -> CallPuzzle:
    """*sound* as a puzzle with its texts, but for its name in addresses and its author."""
    return CallPuzzle(
        slug="",
        title=in_english((_title(sound),)),
        north=sound.north,
        south=sound.south,
        dealer=sound.auction.dealer,
        calls=sound.auction.calls,
        level=sound.level,
        themes=tuple(theme.value for theme in sound.themes) or ("counting",),
        by="",
        solution="\n\n".join(in_english(part) for part in _solution(sound)),
        rules=sound.ruleset,
        several=sound.several,
    )


def _title(sound: SoundCall) -> Message:
    values: dict[str, object] = {"seat": SEAT_NAMES[sound.auction.turn]}
    if not sound.auction.calls:
        return Message(N_("%(seat)s makes the first call"), values)
    forms = P_("%(seat)s calls after one call", "%(seat)s calls after %(count)s calls")
    return Message.counted(forms, len(sound.auction.calls), values)


def _solution(sound: SoundCall) -> list[tuple[Message, ...]]:
    """The paragraphs of the solution: what is right, where a wrong call leads and why, what to learn."""
    first = right_calls(sound.best)
    if sound.themes[:1] == (Theme.NOTHING_TO_GAIN,):
        standing = sound.auction.last_bid
        assert standing is not None
        same = N_("Every bid is right, for all of them come to the same; what is wrong is to let %(standing)s stand.")
        first = Message(same, {"standing": marked(standing)})
    deal = Deal.from_hands(sound.north, sound.south, sound.auction.dealer, sound.ruleset).run(sound.auction.calls)
    decision = decide(deal)
    reasons = reasons_for_call(decision, decision.choice(sound.call))
    return [(first,), *call_paragraphs(decision, sound.call, reasons)]
