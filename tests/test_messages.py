"""Words for people: a sentence and its facts, in the language of whoever reads them."""

import ast
import gettext
import pickle
import shlex
import threading
from pathlib import Path
from typing import ClassVar

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from tutor.cards import NORTH
from tutor.messages import N_, P_, Message, translate, translate_plural, use_translations
from tutor.rules import SEAT_NAMES, Auction, RuleError


class Swedish(gettext.NullTranslations):
    """A catalogue of a few sentences."""

    SENTENCES: ClassVar = {
        "%(seat)s leads.": "%(seat)s spelar ut.",
        "North": "Nord",
        "All of it: 100%%.": "Alltihop: 100 %%.",
        "These rules have no double and no redouble.": "Dessa regler har ingen dubbling.",
    }

    def gettext(self, message):
        return self.SENTENCES.get(message, message)

    def ngettext(self, msgid1, msgid2, n):
        if msgid1 == "%(count)s trick":
            return "%(count)s stick" if n == 1 else "%(count)s stick allt som allt"
        return super().ngettext(msgid1, msgid2, n)


LEADS = Message(N_("%(seat)s leads."), {"seat": SEAT_NAMES[NORTH]})


def test_without_a_language_a_message_reads_as_english():
    assert str(LEADS) == "North leads."


def test_a_marked_sentence_is_the_sentence():
    assert N_("as it is") == "as it is"
    assert P_("one", "many") == ("one", "many")


def test_within_a_language_the_sentence_and_the_message_inside_it_are_translated():
    with use_translations(Swedish()):
        assert str(LEADS) == "Nord spelar ut."
    assert str(LEADS) == "North leads."


def test_the_language_goes_back_even_after_an_error():
    with pytest.raises(ZeroDivisionError), use_translations(Swedish()):
        raise ZeroDivisionError
    assert str(LEADS) == "North leads."


def test_languages_nest():
    with use_translations(Swedish()):
        with use_translations(gettext.NullTranslations()):
            assert str(LEADS) == "North leads."
        assert str(LEADS) == "Nord spelar ut."


def test_another_thread_has_its_own_language():
    read = []
    with use_translations(Swedish()):
        thread = threading.Thread(target=lambda: read.append(str(LEADS)))
        thread.start()
        thread.join()
    assert read == ["North leads."]


def test_a_sentence_that_is_not_translated_stays_english():
    with use_translations(Swedish()):
        assert str(Message(N_("South"))) == "South"


@pytest.mark.parametrize(("count", "text"), [(0, "0 tricks"), (1, "1 trick"), (2, "2 tricks"), (13, "13 tricks")])
def test_the_plural_form_suits_the_number(count, text):
    assert str(Message.counted(P_("%(count)s trick", "%(count)s tricks"), count)) == text
    assert translate_plural("%(count)s trick", "%(count)s tricks", count) == text


def test_the_plural_form_is_the_languages_own():
    with use_translations(Swedish()):
        assert translate_plural("%(count)s trick", "%(count)s tricks", 1) == "1 stick"
        assert translate_plural("%(count)s trick", "%(count)s tricks", 5) == "5 stick allt som allt"


def test_a_plural_message_may_hold_other_values_and_messages():
    forms = P_("%(seat)s takes %(count)s trick.", "%(seat)s takes %(count)s tricks.")
    message = Message.counted(forms, 3, {"seat": SEAT_NAMES[NORTH]})
    assert str(message) == "North takes 3 tricks."
    with use_translations(Swedish()):
        assert str(message) == "Nord takes 3 tricks."


def test_a_percent_sign_is_written_twice_with_values_and_without():
    assert translate("All of it: 100%%.") == "All of it: 100%."
    assert translate("%(part)s: 50%%.", part="Half") == "Half: 50%."
    with use_translations(Swedish()):
        assert str(Message(N_("All of it: 100%%."))) == "Alltihop: 100 %."


def test_a_value_may_have_any_name():
    names = {"sentence": "a", "one": "b", "many": "c"}
    assert translate("%(sentence)s%(one)s%(many)s", **names) == "abc"
    assert translate_plural("%(one)s", "%(sentence)s%(one)s%(many)s%(count)s", 2, **names) == "abc2"
    assert str(Message("%(sentence)s", {"sentence": 7})) == "7"


def test_a_value_that_is_missing_is_an_error_and_not_a_hole_in_the_text():
    with pytest.raises(KeyError):
        translate("%(seat)s leads %(card)s.", seat="North")


def test_a_value_that_looks_like_a_place_is_left_alone():
    assert translate("%(name)s", name="%(seat)s 100%") == "%(seat)s 100%"


def test_an_error_of_the_rules_speaks_the_language_of_its_reader():
    with pytest.raises(RuleError) as caught:
        Auction(NORTH, (), doubling=False).apply(53)
    assert str(caught.value) == "These rules have no double and no redouble."
    with use_translations(Swedish()):
        assert str(caught.value) == "Dessa regler har ingen dubbling."


def test_a_message_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(LEADS)) == LEADS
    assert str(pickle.loads(pickle.dumps(LEADS))) == "North leads."


ROOT = Path(__file__).parent.parent


def test_extraction_finds_every_sentence_with_a_plural_as_one_with_both_its_forms(tmp_path, monkeypatch):
    (command,) = [
        line for line in (ROOT / "babel.cfg").read_text().splitlines() if line.startswith("# pybabel extract")
    ]
    monkeypatch.chdir(ROOT)
    template = tmp_path / "messages.pot"
    arguments = shlex.split(command.removeprefix("# "))
    arguments[arguments.index("-o") + 1] = str(template)
    CommandLineInterface().run(arguments)
    with template.open("rb") as file:
        found = {message.id for message in read_po(file)}
    assert "Here is missing: %(names)s." in found
    forms = {pair for path in (ROOT / "tutor").rglob("*.py") for pair in marked(path)}
    assert ("%(count)s game reviewed", "%(count)s games reviewed") in forms
    assert forms <= found


def marked(path):
    """The pairs of sentences that the file *path* marks as one that counts something."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("P_", "translate_plural")
        ):
            pair = tuple(each.value for each in node.args[:2] if isinstance(each, ast.Constant))
            if len(pair) == 2:
                yield pair
