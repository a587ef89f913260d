"""The forms people fill in."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import IntegerField, StringField, TextAreaField
from wtforms.validators import Optional

from tutor.messages import N_, Message, translate
from tutor.notation import Fault, NotationError
from tutor.web.reading import as_text, chosen_rules, measured, uploaded

OTHER: Final = "other"
NAME_LENGTH: Final = 80
"""Letters of a file's name that are shown."""
RULES: Final = (
    ("", _l("As the hand says")),
    ("written", _l("written – a failed contract costs nothing")),
    ("penalty", _l("penalty – 50 points for each trick short")),
    ("level", _l("level – penalty, and only the tricks bid count")),
    (OTHER, _l("other (write them as “Other rules”)")),
)
"""What the field ``rules`` offers: a ruleset in words and what it means."""


DEALERS: Final = (
    ("", _l("As the hand says")),
    ("N", _l("North, where it does not say")),
    ("S", _l("South, where it does not say")),
)
"""What the field ``dealer`` offers."""


SHORT_HAND: Final = """[Dealer "N"]
[Deal "N:8.KT9743.T7.KQ63 - AJT9754.6.J865.9 -"]
[Ruleset "penalty"]
[Auction "N"]
1H 1S 2H 2S Pass"""
"""The shortest PBN of a hand with its auction; the form shows it."""
SHORT_PLAY: Final = """[Play "N"]
H9 H6
HK DJ"""
"""What may follow it: the first tricks."""
SHORT_LINES: Final = """8.KT9743.T7.KQ63 AJT9754.6.J865.9
AQ52.K3.-.T KJ43.-.A2.9 H N"""
"""A deal in one line, and a position; the form shows them."""


class HandForm(FlaskForm):  # type: ignore[misc] # Flask-WTF has no types
    """A hand to analyse, or a position: pasted or uploaded.

    ``game`` is set when one of several games in the text has been chosen, 1 the first.
    """

    text = TextAreaField(_l("Paste a hand, several, or a position"))
    file = FileField(_l("… or choose a file"))
    rules = StringField(_l("Rules"))
    other_rules = StringField(_l("Other rules"))
    dealer = StringField(_l("Dealer"))
    game = IntegerField(validators=[Optional()])

    rules_offered = RULES
    dealers_offered = DEALERS
    short_hand = SHORT_HAND
    short_play = SHORT_PLAY
    short_lines = SHORT_LINES

    @property
    def ruleset(self) -> str:
        """The ruleset in words; "" for what the hand itself says."""
        if self.rules.data == OTHER:
            return (self.other_rules.data or "").strip()
        return self.rules.data or ""

    def rules_faults(self) -> tuple[Fault, ...]:
        """What is wrong with the rules chosen or written; empty when nothing is."""
        written = bool((self.other_rules.data or "").strip())
        if self.rules.data == OTHER and not written:
            return (Fault(Message(N_("Write the rules that you mean.")), code="rules-missing"),)
        if not self.rules.data and written:
            sentence = N_("To judge by these rules, choose “other”; to judge as the hand says, leave this empty.")
            return (Fault(Message(sentence), code="rules-not-chosen"),)
        try:
            chosen_rules(self.ruleset)
        except NotationError as error:
            return error.faults
        return ()

    @property
    def rules_field(self) -> str:
        """The field at which a fault of the rules is to be mended."""
        return "rules" if self.rules.data and self.rules.data != OTHER else "other_rules"


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody sent to be read: a file where one with anything in it was chosen, else the pasted text.

    Attributes:
        data: the file's bytes, or the text.
        pasted: the text field, whether it is read or not.
        file: the name of the chosen file; "" when none was chosen.
    """

    data: str | bytes
    pasted: str
    file: str = ""

    @property
    def text(self) -> str:
        """What is read, as it can be shown again."""
        return as_text(self.data)

    @property
    def nothing(self) -> Fault:
        """The fault of a text in which there is nothing."""
        if self.file and not self.data:
            return Fault(Message(N_("The file “%(name)s” is empty."), {"name": self.file}), code="empty")
        return Fault(Message(N_("There is no hand in the text.")), code="empty")

    @property
    def note(self) -> str:
        """Which of the two is read when both were given, in a sentence; else ""."""
        if not self.file or not self.pasted.strip():
            return ""
        if isinstance(self.data, bytes):
            return translate("The file “%(name)s” was read, not the pasted text.", name=self.file)
        return translate("The file “%(name)s” is empty: the pasted text was read.", name=self.file)


def read_form(form: HandForm) -> Sent:
    """What was sent with *form* (RequestEntityTooLarge when it is over the limit)."""
    pasted, file = form.text.data or "", form.file.data
    name = Path(file.filename or "").name[:NAME_LENGTH] if file is not None else ""
    data = uploaded(file) if name else b""
    if data.strip():
        return Sent(data, pasted, name)
    return Sent(measured(pasted), pasted, name)
