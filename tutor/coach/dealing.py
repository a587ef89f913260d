"""Practice hands: deals with an address, what the learner may know of them, and the search for one that teaches.

The *code* of a hand says all that is needed to make it again: ``1p-ncns-4k7qz``.

* ``1``: which draw policy and shuffle made the deal. A code never changes its deal, so that a new policy needs a new
  number, and the old one stays.
* ``p``: the rules, the first letter of the preset that ``str(ruleset)`` names, then what differs: ``s`` the suit led
  wins the draw phase, ``f`` duty to follow in it, ``x`` exposed stock, ``n`` no doubling, ``u`` and a number the price
  of a trick short, ``o`` overtricks counting or ``t`` only the tricks bid.
* ``ncns``: a natural (``n``) or perfect (``p``) opponent; hands open (``o``), counted (``c``) or honours (``h``); the
  learner's seat; the dealer.
* ``4k7qz``: the seed, in the digits of :data:`DIGITS`.

Only ``Random.random`` makes the shuffle, the one method whose numbers Python promises to keep from version to version.
"""

import random
import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, TypeAlias

from tutor.cards import FULL_DECK, SEATS, Mask, Seat, mask_of
from tutor.coach.choosing import Moment, moments, offered_themes
from tutor.coach.telling.advice import theme_name
from tutor.coach.telling.knowing import OPEN, TEN, Known
from tutor.coach.themes import Theme
from tutor.messages import N_, P_, Message
from tutor.notation.errors import NotationError
from tutor.notation.text import refusal, shown
from tutor.players.draw import play_draw
from tutor.rules import PRESETS, WRITTEN, Deal, Phase, Ruleset, observe
from tutor.solver import trick_table
from tutor.solver.bidding import OPPONENTS, Opponent
from tutor.solver.engine import TrickTable
from tutor.solver.sampling import Knowledge, Outlook, outlook

KnowledgeLevel: TypeAlias = Literal["open", "counted", "honours"]
KNOWLEDGE_LEVELS: Final[tuple[KnowledgeLevel, ...]] = ("open", "counted", "honours")

VERSION: Final = "1"
"""The draw policy and the shuffle of today: :func:`tutor.players.draw.throw` and :func:`dealt`."""

DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""The digits of a seed, 0 to 31: no ``i``, ``l``, ``o`` or ``u``, which are taken for others."""

SEEDS: Final = 32**7
"""Seeds are 0 to this, less one."""

HONOURS: Final[Mask] = sum(1 << 13 * suit + rank for suit in range(4) for rank in range(TEN, 13))
"""The A K Q J T of the four suits."""

TRIES: Final = 400
"""How many deals are looked at before the search for a hand is given up."""

HONOUR_HANDS: Final = 250
"""How many of the opponent's possible hands an outlook weighs: most scores then err by less than ten points."""

_SHAPE: Final = re.compile(
    "(?P<version>[0-9]+)(?P<rules>[a-z][a-z0-9]*)-"
    "(?P<opponent>[np])(?P<knowledge>[och])(?P<learner>[ns])(?P<dealer>[ns])-"
    f"(?P<seed>[{DIGITS}]{{1,7}})"
)
_CHANGES: Final = re.compile("(?P<s>s?)(?P<f>f?)(?P<x>x?)(?P<n>n?)(u(?P<u>0|[1-9][0-9]{0,3}))?(?P<o>[ot]?)")
_MAX_CODE: Final = 60


class NoHandError(ValueError):
    """There is no practice hand as asked for.

    Attributes:
        message: why, for people.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a learner chose to practise.

    Attributes:
        ruleset: the rules.
        opponent: how the other seat calls.
        knowledge: what the learner sees: both hands; the own hand and the 26 discards; or the own hand and which of
            A K Q J T are gone.

    Raises:
        ValueError: when there is no such opponent or knowledge.
    """

    ruleset: Ruleset = WRITTEN
    opponent: Opponent = "natural"
    knowledge: KnowledgeLevel = "counted"

    def __post_init__(self) -> None:
        if self.opponent not in OPPONENTS:
            raise ValueError(f"the opponent is one of {', '.join(OPPONENTS)}, not {self.opponent!r}")
        if self.knowledge not in KNOWLEDGE_LEVELS:
            raise ValueError(f"the knowledge is one of {', '.join(KNOWLEDGE_LEVELS)}, not {self.knowledge!r}")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page may show the learner, a type of its own: what is not to be seen is not in it.

    Attributes:
        seat: the learner's.
        hand: the learner's cards that are left.
        opponent: the opponent's cards that are left where both hands are open, else 0.
        gone: the discards of the draw phase that the learner remembers: all 26, or only the honours among them.
    """

    seat: Seat
    hand: Mask
    opponent: Mask
    gone: Mask


@dataclass(frozen=True)
class PracticeHand:
    """A deal to call on.

    Attributes:
        settings: rules, opponent, knowledge.
        learner: the learner's seat.
        dealer: who dealt, and calls first.
        seed: of the shuffle, 0 to :data:`SEEDS` less one.

    Raises:
        ValueError: when the seed is out of range.
    """

    settings: Settings
    learner: Seat
    dealer: Seat
    seed: int

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"the seed is 0 to {SEEDS - 1}, not {self.seed}")

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self.settings.ruleset

    @property
    def opponent(self) -> Opponent:
        """How the other seat calls."""
        return self.settings.opponent

    @property
    def knowledge(self) -> KnowledgeLevel:
        """What the learner sees."""
        return self.settings.knowledge

    @cached_property
    def code(self) -> str:
        """The address of the hand; :func:`from_code` makes it again."""
        who = (self.opponent[0], self.knowledge[0], self.learner.letter.lower(), self.dealer.letter.lower())
        return f"{VERSION}{_rules_code(self.ruleset)}-{''.join(who)}-{_digits(self.seed)}"

    @cached_property
    def deal(self) -> Deal:
        """The deal at the start of its auction, its draw phase played."""
        return dealt(self.seed, self.dealer, self.ruleset)

    @cached_property
    def table(self) -> TrickTable:
        """Declarer's tricks in every contract."""
        return trick_table(*_hands(self.deal))

    @property
    def discards(self) -> Mask:
        """The 26 cards thrown away in the draw phase, whoever may know them."""
        return FULL_DECK & ~both_hands(self.deal)

    @property
    def honours_gone(self) -> Mask:
        """Which of A K Q J T were thrown away."""
        return self.discards & HONOURS

    @property
    def known(self) -> Known:
        """Which cards the coach may name to the learner."""
        return OPEN if self.knowledge == "open" else Known(self.learner, honours_only=self.knowledge == "honours")

    @property
    def remembered(self) -> Knowledge:
        """What the learner knows of the cards; of the opponent's with certainty, unless only the honours were noticed.

        Who knows which honours are gone knows the opponent's. What an exposed stock showed is taken for forgotten.
        """
        counted = HONOURS if self.knowledge == "honours" else FULL_DECK
        return Knowledge.of(observe(self.deal, self.learner), counted)

    def shown(self, deal: Deal | None = None) -> Shown:
        """What a page may show the learner when *deal*, which began as this hand, has come so far; by default at once.

        Raises:
            ValueError: when *deal* began otherwise, or is not past its draw phase.
        """
        here = self.deal if deal is None else deal
        if here.start_hands != self.deal.start_hands:
            raise ValueError("the deal is not that of this practice hand")
        hands = here.play.hands if here.play is not None else _hands(here)
        gone = self.honours_gone if self.knowledge == "honours" else self.discards
        return Shown(
            self.learner, hands[self.learner], hands[self.learner.other] if self.knowledge == "open" else 0, gone
        )

    def outlook(self, deal: Deal | None = None, *, hands: int = HONOUR_HANDS) -> Outlook:
        """What each call is worth to the learner for all that :attr:`remembered` says, and which contracts make.

        The learner knows how this opponent calls, so its calls so far are evidence: only hands with which it would have
        made them are weighed; see :func:`tutor.solver.sampling.fitting`. The same hand and calls give the same sample.

        Arguments:
            deal: how far the auction has come, the learner to call; by default its start.
            hands: how many of the hands that the opponent may hold are weighed.

        Raises:
            ValueError: when it is not the learner's turn in the auction of *deal*.
        """
        here = self.deal if deal is None else deal
        if here.phase is not Phase.AUCTION or here.auction is None or here.auction.turn != self.learner:
            raise ValueError("an outlook is for the learner's call")
        return outlook(self.remembered, here.auction, self.ruleset, self.opponent, hands=hands, seed=self.seed)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The learner's decisions when the learner calls right each time; see :mod:`tutor.coach.choosing`."""
        return tuple(moments(self.deal, self.table, self.learner, self.opponent))

    @property
    def themes(self) -> tuple[Theme, ...]:
        """The themes that decide in its :attr:`moments`, each once, in the order in which they come up."""
        return tuple(dict.fromkeys(theme for m in self.moments if m.real for theme in m.themes.values()))


def dealt(seed: int, dealer: Seat, ruleset: Ruleset) -> Deal:
    """The deal of *seed* at the start of its auction, its draw phase played by two sensible players."""
    rng = _throws("practice", seed)
    keys = [rng.random() for _ in range(52)]
    deck = sorted(range(52), key=keys.__getitem__)
    return play_draw(Deal.start(mask_of(deck[:13]), mask_of(deck[13:26]), deck[26:], dealer, ruleset))


def both_hands(deal: Deal) -> Mask:
    """The 26 cards of the second phase."""
    north, south = _hands(deal)
    return north | south


def _hands(deal: Deal) -> tuple[Mask, Mask]:
    if deal.start_hands is None:
        raise ValueError("the draw phase is not over")
    return deal.start_hands


@lru_cache(maxsize=512)
def from_code(code: str) -> PracticeHand:
    """The hand with the address *code*; its ``code`` is *code* again.

    Raises:
        NotationError: when no hand has that address; it says what is wrong.
    """
    found = _SHAPE.fullmatch(code) if len(code) <= _MAX_CODE else None
    if found is None:
        raise _no_hand(Message(N_("“%(typed)s” is not the address of a practice hand."), {"typed": shown(code)}))
    if found["version"] != VERSION:
        raise _no_hand(
            Message(
                N_("“%(typed)s” is the address of a hand that this program is too old to deal."), {"typed": shown(code)}
            )
        )
    settings = Settings(
        _read_rules(found["rules"]),
        "natural" if found["opponent"] == "n" else "perfect",
        next(level for level in KNOWLEDGE_LEVELS if level[0] == found["knowledge"]),
    )
    seed = 0
    for digit in found["seed"]:
        seed = 32 * seed + DIGITS.index(digit)
    hand = PracticeHand(settings, _seat(found["learner"]), _seat(found["dealer"]), seed)
    if hand.code != code:
        raise _no_hand(
            Message(
                N_("“%(typed)s” is not how the address is written: %(code)s is."),
                {"typed": shown(code), "code": hand.code},
            )
        )
    return hand


def deal_hand(seed: int, settings: Settings, theme: Theme | None = None, *, tries: int = TRIES) -> PracticeHand:
    """The first hand from *seed* on that teaches *theme*.

    The learner has a real decision in it (see :mod:`tutor.coach.choosing`) in which the theme is what the coach tells
    first of a wrong sensible call. Of a deal on which either seat has one, a throw of the seed's decides which is the
    learner's.

    Arguments:
        seed: any whole number; the same gives the same hand.
        settings: rules, opponent, knowledge.
        theme: one of :func:`tutor.coach.choosing.offered_themes`; None for one of them by a throw of the seed's, each
            as likely, so that what comes up seldom is practised too.
        tries: deals to look at.

    Raises:
        NoHandError: when the theme is not to be met under these rules and this opponent, or *tries* deals had none.
    """
    offered = offered_themes(settings.ruleset, settings.opponent)
    if theme is None:
        theme = offered[int(_throws("theme", seed).random() * len(offered))]
    if theme not in offered:
        message = N_("“%(theme)s” does not come up under the rules “%(rules)s” against this opponent.")
        raise NoHandError(Message(message, {"theme": theme_name(theme), "rules": str(settings.ruleset)}))
    for number in range(seed, seed + tries):
        hand = _hand_of(number % SEEDS, settings, theme)
        if hand is not None:
            return hand
    raise NoHandError(
        Message.counted(
            P_(
                "“%(theme)s” did not come up in %(count)s deal under the rules “%(rules)s”.",
                "“%(theme)s” did not come up in %(count)s deals under the rules “%(rules)s”.",
            ),
            tries,
            {"theme": theme_name(theme), "rules": str(settings.ruleset)},
        )
    )


def _throws(use: str, seed: int) -> random.Random:
    return random.Random(f"{use} {VERSION} {seed}")  # noqa: S311 - deals to practise on, not secrets


def _hand_of(seed: int, settings: Settings, theme: Theme) -> PracticeHand | None:
    """A hand of *seed* that teaches *theme*, if there is one."""
    rng = _throws("seats", seed)
    dealer, first = (SEATS[int(2 * rng.random())] for _ in range(2))
    hand = PracticeHand(settings, first, dealer, seed)
    if _teaches(hand, theme):
        return hand
    other = replace(hand, learner=first.other)
    # The cached properties are what costs; both seats sit at the same cards.
    other.__dict__.update(deal=hand.deal, table=hand.table)
    return other if _teaches(other, theme) else None


def _teaches(hand: PracticeHand, theme: Theme) -> bool:
    return any(moment.real and moment.shows(theme) for moment in hand.moments)


def _seat(letter: str) -> Seat:
    return next(seat for seat in SEATS if seat.letter.lower() == letter)


def _digits(number: int) -> str:
    text = ""
    while True:
        number, digit = divmod(number, 32)
        text = DIGITS[digit] + text
        if not number:
            return text


def _rules_code(ruleset: Ruleset) -> str:
    preset, *_ = str(ruleset).split(",")
    base = PRESETS[preset]
    marks = [
        preset[0],
        "s" if ruleset.draw_winner == "led-suit" else "",
        "f" if ruleset.draw_follow else "",
        "x" if ruleset.stock == "exposed" else "",
        "" if ruleset.doubling else "n",
        f"u{ruleset.undertrick}" if ruleset.undertrick != base.undertrick else "",
        ("o" if ruleset.overtricks else "t") if ruleset.overtricks != base.overtricks else "",
    ]
    return "".join(marks)


def _read_rules(text: str) -> Ruleset:
    """The ruleset of the part *text* of a code; unchecked whether it is written canonically."""
    base = next((rules for name, rules in PRESETS.items() if name[0] == text[0]), None)
    found = _CHANGES.fullmatch(text[1:])
    if base is None or found is None:
        raise _no_rules(text)
    changes: dict[str, Any] = {}
    if found["s"]:
        changes["draw_winner"] = "led-suit"
    if found["f"]:
        changes["draw_follow"] = True
    if found["x"]:
        changes["stock"] = "exposed"
    if found["n"]:
        changes["doubling"] = False
    if found["u"]:
        changes["undertrick"] = int(found["u"])
    if found["o"]:
        changes["overtricks"] = found["o"] == "o"
    try:
        return replace(base, **changes)
    except ValueError:
        raise _no_rules(text) from None


def _no_rules(text: str) -> NotationError:
    return _no_hand(Message(N_("“%(typed)s” names no rules in the address of a hand."), {"typed": shown(text)}))


def _no_hand(message: Message) -> NotationError:
    return refusal("no-hand", message)
