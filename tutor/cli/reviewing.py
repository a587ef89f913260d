"""``tutor review``: what every call and card of finished hands cost.

As JSON a text of one game gives an object, of several (good or not) a list of the good ones, each as
:func:`tutor.coach.review.review_answer` has it, with ``game``, its number in the text, before it. Games that cannot be
read or are illegal are told on stderr, with exit code 1; the good ones beside them are reviewed all the same.
"""

import gettext
import re
from dataclasses import replace
from pathlib import Path

from tutor.cli.answering import read_argument
from tutor.cli.shell import Failure, complain, fail, fault_line, print_json, read_bytes
from tutor.coach.review import Review, review_answer
from tutor.coach.review import review as review_record
from tutor.coach.terminal import show
from tutor.coach.terminal_review import review_view
from tutor.messages import N_, Message, translate, translate_plural, use_translations
from tutor.notation import LIMIT_BYTES, Fault, ReadResult, parse_named_rules, read_records
from tutor.solver.bidding import OPPONENTS

_CATALOGUES = Path(__file__).parent.parent / "translations"
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")


def review(name: str, rules: str | None, opponent: str, language: str, *, as_json: bool) -> None:
    """Review the games in the file *name* (``-``: standard input)."""
    ruleset = None if rules is None else read_argument("rules", rules, parse_named_rules)
    (known,) = (each for each in OPPONENTS if each == opponent)
    with use_translations(translations(language)):
        result = read_records(read_bytes(name, LIMIT_BYTES), None, ruleset)
        for fault in result.faults:
            told = fault if result.total < 2 or fault.game is None else replace(fault, message=_of_game(fault))
            complain(fault_line(name, told))
        if not result.records and not result.faults:
            fail(f"{name}: {translate('There is no game in it.')}")
        reviews = [review_record(record, opponent=known) for record in result.records]
        _print(reviews, result, as_json=as_json)
        if result.faults:
            raise Failure(())


def _of_game(fault: Fault) -> Message:
    """The sentence of *fault* with the number of its game."""
    return Message(N_("Game %(number)s: %(problem)s"), {"number": fault.game, "problem": fault.message})


def _print(reviews: list[Review], result: ReadResult, *, as_json: bool) -> None:
    """Print *reviews*, those of the good games of *result*."""
    several = result.total > 1
    if as_json:
        values = [review_answer(each, result, number) for number, each in zip(result.games, reviews, strict=True)]
        if several:
            print_json(values)
        elif values:
            print_json(values[0])
        return
    for index, (number, each) in enumerate(zip(result.games, reviews, strict=True)):
        if index:
            show("")
        for note in result.notes_of(number):
            show(str(note))
        show(review_view(each), translate("Game %(number)s", number=number) if several else "")
    if several:
        mistakes = sum(len(each.mistakes) for each in reviews)
        head = translate_plural("%(count)s game reviewed", "%(count)s games reviewed", len(reviews))
        tail = translate_plural("%(count)s mistake", "%(count)s mistakes", mistakes)
        show(f"{head}, {tail}.")


def translations(language: str) -> gettext.NullTranslations:
    """The catalogue of *language*; without one the words are English, and a line on stderr says so."""
    if not _LANGUAGE.fullmatch(language):
        fail(f"tutor review: --lang: {translate('“%(language)s” is no name of a language.', language=language)}")
    tag = language.replace("-", "_")
    if tag.partition("_")[0] == "en":
        return gettext.NullTranslations()
    try:
        return gettext.translation("messages", _CATALOGUES, [tag, tag.partition("_")[0]])
    except FileNotFoundError:
        complain(f"tutor review: {translate('No translation for %(language)s: in English.', language=language)}")
        return gettext.NullTranslations()
