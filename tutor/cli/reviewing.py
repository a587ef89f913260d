"""``tutor review``: what every call and card of finished hands cost.

As JSON a text of one game gives an object, of several (good or not) a list of the good ones, each as
:func:`tutor.coach.review.review_json` has it. Games that cannot be read or are illegal are told on stderr, with exit
code 1; the good ones beside them are reviewed all the same.
"""

import gettext
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from tutor.cli.answering import read_argument
from tutor.cli.shell import Failure, complain, fail, print_json, read_bytes
from tutor.coach import terminal
from tutor.coach.review import Review, review_json, table_names
from tutor.coach.review import review as review_record
from tutor.messages import translate, translate_plural, use_translations
from tutor.notation import LIMIT_BYTES, Record, parse_ruleset, read_records
from tutor.rules import RuleError
from tutor.solver.bidding import OPPONENTS

_CATALOGUES = Path(__file__).parent.parent / "translations"
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")


def review(name: str, rules: str | None, opponent: str, language: str, *, as_json: bool) -> None:
    """Review the games in the file *name* (``-``: standard input)."""
    ruleset = None if rules is None else read_argument("rules", rules, parse_ruleset)
    (known,) = (each for each in OPPONENTS if each == opponent)
    with use_translations(translations(language)):
        result = read_records(read_bytes(name, LIMIT_BYTES), None)
        for fault in result.faults:
            complain(f"{name}:{fault}" if fault.line else f"{name}: {fault}")
        if not result.records and not result.faults:
            fail(f"{name}: {translate('There is no game in it.')}")
        reviews, failed = [], bool(result.faults)
        for number, record in enumerate(result.records, 1):
            judged = record if ruleset is None else replace(record, ruleset=ruleset)
            try:
                reviews.append(review_record(judged, opponent=known))
            except RuleError as error:
                failed = True
                complain(f"{name}: {_illegal_words(number, judged, error)}")
        games = len(result.records) + len({fault.game for fault in result.faults} - {None})
        _print(reviews, games, as_json=as_json)
        if failed:
            raise Failure(())


def _illegal_words(number: int, record: Record, error: RuleError) -> str:
    """What another ruleset makes illegal in a game that was legal under its own."""
    return translate(
        "Game %(number)s cannot be judged by the rules %(rules)s: %(reason)s",
        number=number,
        rules=record.ruleset,
        reason=error,
    )


def _print(reviews: list[Review], games: int, *, as_json: bool) -> None:
    if as_json:
        values: list[dict[str, Any]] = [review_json(each) for each in reviews]
        if games == 1 and values:
            print_json(values[0])
        elif games > 1:
            print_json(values)
        return
    for number, each in enumerate(reviews, 1):
        title = translate("Game %(number)s", number=number) if games > 1 else ""
        terminal.show(terminal.review_view(each, table_names(each.table)), title)
    if games > 1:
        mistakes = sum(len(each.mistakes) for each in reviews)
        head = translate_plural("%(count)s game reviewed", "%(count)s games reviewed", len(reviews))
        tail = translate_plural("%(count)s mistake", "%(count)s mistakes", mistakes)
        terminal.show(f"{head}, {tail}.")


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
