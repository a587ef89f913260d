"""The forms people fill in."""

from typing import Final

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import IntegerField, StringField, TextAreaField
from wtforms.validators import Optional

OTHER: Final = "other"
RULES: Final = (
    ("", _l("As the hand says")),
    ("written", _l("written – a failed contract costs nothing")),
    ("penalty", _l("penalty – 50 points for each trick short")),
    ("level", _l("level – penalty, and only the tricks bid count")),
    (OTHER, _l("other (write them below)")),
)
"""What the field ``rules`` offers: a ruleset in words and what it means."""


class HandForm(FlaskForm):  # type: ignore[misc] # Flask-WTF has no types
    """A finished hand to analyse: pasted or uploaded.

    ``game`` is set when one of several games in the text has been chosen, 1 the first.
    """

    text = TextAreaField(_l("Paste a hand: PBN or JSON"))
    file = FileField(_l("… or choose a file"))
    rules = StringField(_l("Rules"))
    other_rules = StringField(_l("Other rules"))
    game = IntegerField(validators=[Optional()])

    rules_offered = RULES

    @property
    def ruleset(self) -> str:
        """The ruleset in words; "" for what the hand itself says."""
        if self.rules.data == OTHER:
            return (self.other_rules.data or "").strip()
        return self.rules.data or ""
