"""What a learner wants to practise: read from a form, remembered for the next hand, and shown in the form again.

It is remembered with the person, or in the session's cookie as long as nothing else is kept of a guest.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from flask import session
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.choosing import offered_themes
from tutor.coach.dealing import KNOWLEDGE_LEVELS, Settings
from tutor.coach.telling.advice import theme_name
from tutor.coach.themes import Theme
from tutor.messages import N_, Message
from tutor.rules import PRESETS, Phase
from tutor.solver.bidding import OPPONENTS
from tutor.store import db
from tutor.store.people import keep_settings, settings_of
from tutor.web.people.visitors import CHOICE, current_person, held_person
from tutor.web.practise.sitting import Walk

RULES: Final = {
    "written": Message(N_("A failed contract costs nothing, as the game is written.")),
    "penalty": Message(N_("Each trick short costs 50 points, so a bid that fails is no longer free.")),
    "level": Message(N_("As penalty, and only the tricks bid count: bid all that you can make.")),
}
OPPONENT_WORDS: Final = {
    "natural": Message(N_("Bids what makes and scores most, and passes otherwise.")),
    "perfect": Message(N_("Finds the best call every time.")),
}
OPPONENT_SENTENCES: Final = {
    "natural": Message(N_("Your opponent bids what makes and scores most, and passes otherwise.")),
    "perfect": Message(N_("Your opponent finds the best call every time.")),
}
KNOWLEDGE_WORDS: Final = {
    "open": Message(N_("You see both hands.")),
    "counted": Message(N_("You see your hand and all 26 cards thrown away; the opponent’s hand is yours to work out.")),
    "honours": Message(N_("You see your hand and which of A K Q J 10 were thrown away.")),
}
NAMES: Final = {
    "written": Message(N_("written")),
    "penalty": Message(N_("penalty")),
    "level": Message(N_("level")),
    "natural": Message(N_("natural")),
    "perfect": Message(N_("perfect")),
    "open": Message(N_("open")),
    "counted": Message(N_("counted")),
    "honours": Message(N_("honours")),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a learner wants to practise: settings, and a theme or None for a surprise."""

    settings: Settings = field(default_factory=Settings)
    theme: Theme | None = None

    @property
    def rules(self) -> str:
        """The preset that the rules are, or that they differ from."""
        return str(self.settings.ruleset).split(",", maxsplit=1)[0]

    @property
    def values(self) -> dict[str, str]:
        """What :func:`read_wish` reads."""
        return {
            "rules": self.rules,
            "opponent": self.settings.opponent,
            "knowledge": self.settings.knowledge,
            "theme": "" if self.theme is None else self.theme.value,
        }

    def under(self, rules: str) -> "Wish":
        """The same wish under the preset *rules*; a theme that does not come up there gives way to a surprise.

        Raises:
            ValueError: when there is no such preset.
        """
        wish = read_wish({**self.values, "rules": rules})
        return wish if wish.offered() else replace(wish, theme=None)

    def offered(self) -> bool:
        """Whether the theme comes up under these rules and this opponent; a surprise always does."""
        return self.theme is None or self.theme in offered_themes(self.settings.ruleset, self.settings.opponent)


def read_wish(values: Mapping[str, str]) -> Wish:
    """The wish that *values* name; what is missing is as it comes by default.

    Raises:
        ValueError: for a value that nothing has.
    """
    rules, theme = values.get("rules", "written"), values.get("theme", "")
    opponent = next((each for each in OPPONENTS if each == values.get("opponent", "natural")), None)
    knowledge = next((each for each in KNOWLEDGE_LEVELS if each == values.get("knowledge", "counted")), None)
    if rules not in PRESETS or opponent is None or knowledge is None:
        raise ValueError("no such rules, opponent or knowledge")
    return Wish(Settings(PRESETS[rules], opponent, knowledge), Theme(theme) if theme else None)


def remembered() -> Wish:
    """What the visitor chose last."""
    kept: object = session.get(CHOICE)
    with suppress(SQLAlchemyError):
        person = current_person()
        if person is not None:
            kept = settings_of(person).get(CHOICE, kept)
    if isinstance(kept, dict):
        with suppress(ValueError):
            return read_wish({str(name): str(value) for name, value in kept.items()})
    return Wish()


def remember(wish: Wish) -> None:
    """Keep *wish* for the visitor, with a commit where there is a person to keep it with."""
    if wish == remembered():
        return
    session[CHOICE] = wish.values
    session.permanent = True
    with suppress(SQLAlchemyError):  # the hand is dealt all the same
        if current_person() is None:
            return
        person = held_person()
        if person is not None:
            keep_settings(person, {CHOICE: wish.values})
            db.session.commit()


def theme_note(walk: Walk) -> str:
    """Where the theme that the visitor chose comes up in the auction of *walk*, in a sentence.

    It is "" where no theme was chosen, and where the theme has passed or the auction has gone another way.
    """
    theme = remembered().theme
    if theme is None or walk.phase is not Phase.AUCTION:
        return ""
    shows = (each.auction.calls for each in walk.hand.moments if each.real and each.shows(theme))
    calls, there = walk.actions, next(shows, None)
    if there is None or there[: len(calls)] != calls:
        return ""
    if len(there) == len(calls):
        said = Message(N_("Your theme comes up at this call: %(theme)s."), {"theme": theme_name(theme)})
    else:
        said = Message(
            N_("Your theme comes up later in this auction, when you call right until then: %(theme)s."),
            {"theme": theme_name(theme)},
        )
    return str(said)


@dataclass(frozen=True, slots=True)
class Option:
    """One of several values of a setting."""

    value: str
    name: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class WishForm:
    """The form of the settings.

    Attributes:
        rules: the rules to choose from.
        opponents: the opponents.
        knowledge: what the learner may see.
        themes: the themes that come up under the chosen rules and opponent.
        others: those that come up under others only.
        fault: what is wrong with the last choice; "" when nothing is.
    """

    rules: tuple[Option, ...]
    opponents: tuple[Option, ...]
    knowledge: tuple[Option, ...]
    themes: tuple[Option, ...]
    others: tuple[Option, ...]
    fault: str = ""


def wish_form(wish: Wish | None = None, fault: str = "") -> WishForm:
    """The form with *wish* chosen, by default what the visitor chose last."""
    chosen = remembered() if wish is None else wish
    here = set(offered_themes(chosen.settings.ruleset, chosen.settings.opponent))
    anywhere = {theme for rules in PRESETS.values() for each in OPPONENTS for theme in offered_themes(rules, each)}

    def options(words: Mapping[str, Message], value: str) -> tuple[Option, ...]:
        return tuple(Option(name, str(NAMES[name]), str(said), name == value) for name, said in words.items())

    def themes(among: set[Theme]) -> tuple[Option, ...]:
        found = [Option(each.value, str(theme_name(each)), "", each == chosen.theme) for each in Theme if each in among]
        return tuple(sorted(found, key=lambda option: option.name))

    return WishForm(
        options(RULES, chosen.rules),
        options(OPPONENT_WORDS, chosen.settings.opponent),
        options(KNOWLEDGE_WORDS, chosen.settings.knowledge),
        themes(here),
        themes(anywhere - here),
        fault,
    )
