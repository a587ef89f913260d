"""A puzzle that somebody proposes: solved, and either given its ideas, level and words, or refused with the reasons.

A :class:`Proposal` comes from a position or an auction that was on the board, so it is read rather than written. What
takes time is bounded by what it is made of: two hands of at most 13 cards each, texts of so many characters
(:data:`LENGTHS`), and of the wrong calls only a few. Of thirty thousand random proposals, half of them with suits whose
cards alternate between the hands, the slowest took 1.3 seconds on one core that had other work.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from tutor.coach.authored import THEMES
from tutor.coach.content import in_english
from tutor.coach.puzzle import check_puzzle
from tutor.coach.puzzle.contracts import AtStake
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.document import as_json, from_json
from tutor.coach.puzzle.kinds import AnyPuzzle
from tutor.coach.puzzle.play import PLAYED_KINDS
from tutor.coach.puzzle.same import likeness
from tutor.coach.puzzle.words import NO_THEME, solution_words
from tutor.coach.telling.marks import listed, marked
from tutor.messages import N_, P_, Message
from tutor.notation import Fault, NotationError, parse_call, parse_card, parse_position
from tutor.unseen import is_blank

KINDS: Final = (*PLAYED_KINDS, "tricks", "call")
"""The kinds that can be proposed; a goal belongs to those that are played."""

LENGTHS: Final[Mapping[str, int]] = {"title": 80, "prompt": 600, "solution": 3000}
"""The most characters of each text."""

LEAST_TRICKS: Final = 3
"""Tricks that are left to play, at the least."""

SLUG: Final = "proposed"
BY: Final = "somebody"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody proposes: as it stands in the fields of a form, which need not make a puzzle yet.

    Attributes:
        kind: one of :data:`KINDS`.
        title: what it is called.
        prompt: what to tell the solver beforehand; may be empty.
        solution: the author's own words for the solution; may be empty, as the coach's follow them.
        several: whether it is to be labelled as having more than one right first choice.
        goal: tricks to take, for the kinds that are played; None when nothing was given.
        position: the position line; "" for a call.
        contract: the contract that is played, as the notation has it (``4SX S``); "" of a position by itself, which is
            of no hand, and for a call.
        taken: the tricks that its declarer has taken before the position; None without a contract.
        deal: the two hands of a call.
        dealer: its dealer.
        rules: its rules in words.
        calls: the auction before it.
    """

    kind: str = ""
    title: str = ""
    prompt: str = ""
    solution: str = ""
    several: bool = False
    goal: int | None = None
    position: str = ""
    contract: str = ""
    taken: int | None = None
    deal: str = ""
    dealer: str = ""
    rules: str = ""
    calls: str = ""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Proposal":
        """The proposal that :meth:`document` made *document* of."""
        return cls(**{name: document[name] for name in cls.__slots__ if name in document})

    def document(self) -> dict[str, Any]:
        """What says something in it, by name."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in values.items() if _says_something(value)}

    @property
    def of_call(self) -> bool:
        """Whether it is about an auction."""
        return bool(self.deal)

    @property
    def at_stake(self) -> AtStake | None:
        """The contract that is played, decided or not; None of a position by itself and of a call.

        Raises:
            NotationError: when it cannot be read, or does not go with the position.
        """
        if self.of_call or not self.contract:
            return None
        return AtStake.read(self.contract, self.taken, parse_position(self.position))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that can be chosen for it, that of a contract at stake first.

        A position by itself names no contract, so none is offered to be beaten; no more is one that is decided.

        Raises:
            NotationError: as :attr:`at_stake`.
        """
        if self.of_call:
            return ("call",)
        stake = self.at_stake
        return ("make" if stake is None or stake.decided else stake.kind, "only-card", "tricks")


@dataclass(frozen=True, slots=True)
class Same:
    """A puzzle that is the same as a proposed one.

    Attributes:
        slug: its link.
        heading: its title; "" when an administrator has hidden it.
    """

    slug: str
    heading: str


Known: TypeAlias = Callable[[str], Same | None]
"""Says of a likeness which puzzle has it already."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a proposal is no puzzle.

    Attributes:
        field: the field at which it is to be mended; "" when it is none of them.
        code: what is wrong, in one word for programs.
        message: what is wrong and what would be right.
        same: the puzzle of which it is a duplicate.
    """

    field: str
    code: str
    message: Message
    same: Same | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """A proposal that is a puzzle.

    Attributes:
        puzzle: it, with themes, level and the whole solution; its slug and author are not its own yet.
        rating: the difficulty that it starts with.
        likeness: equal exactly for puzzles that are the same.
    """

    puzzle: AnyPuzzle
    rating: float
    likeness: str

    def document(self) -> dict[str, Any]:
        """The keys of the puzzle's file and their values, without name and author."""
        return {key: value for key, value in as_json(self.puzzle).items() if key not in ("slug", "by")}


def of_document(document: Mapping[str, Any], slug: str, by: str) -> AnyPuzzle:
    """The puzzle that :meth:`Accepted.document` made *document* of, under its own name and its author's.

    Raises:
        NotationError: when it can no longer be read.
    """
    puzzle = from_json({**document, "slug": slug, "by": by or BY})
    return puzzle if by else replace(puzzle, by="")


def examine(proposal: Proposal, known: Known = lambda _: None) -> Accepted | tuple[Refusal, ...]:
    """Solve *proposal*: the puzzle that it is, or every reason why it is none.

    *known* says of a likeness which puzzle has it already.
    """
    try:
        stake = proposal.at_stake
    except NotationError as error:
        return tuple(map(_refusal, error.faults))
    stake = None if stake is None or stake.decided else stake
    refusals = list(_wanting(proposal, stake))
    spoilt = any(each.field in ("kind", "goal", "") for each in refusals)
    puzzle = None if spoilt else _read(proposal, stake, refusals)
    if puzzle is None:
        return tuple(refusals)
    if puzzle.length < LEAST_TRICKS:
        forms = P_(
            "There is too little to play: a puzzle has at least %(least)s tricks left, this one has one.",
            "There is too little to play: a puzzle has at least %(least)s tricks left, this one has %(count)s.",
        )
        message = Message.counted(forms, puzzle.length, {"least": LEAST_TRICKS})
        refusals.append(Refusal("", "too-few-cards", message))
    faults = check_puzzle(puzzle)
    certain = any(fault.code in ("goal-certain", "call-certain") for fault in faults)
    played = stake if stake is not None and proposal.kind == stake.kind else None
    # Where every choice is right it goes without saying that several are.
    refusals += (_refusal(fault, played) for fault in faults if not (certain and fault.code == "several-answers"))
    like = likeness(puzzle)
    same = known(like)
    if same is not None:
        refusals.append(_duplicate(same))
    if refusals:
        return tuple(refusals)
    themes, told = solution_words(puzzle)
    hard = difficulty(puzzle)
    parts = (proposal.solution.strip(), *(in_english(part) for part in told))
    solution = "\n\n".join(part for part in parts if part)
    level, named = hard.level, tuple(theme for theme in themes if theme in THEMES)
    return Accepted(replace(puzzle, level=level, themes=named, solution=solution), hard.rating, like)


def _says_something(value: object) -> bool:
    """Whether a field's *value* was given: no tricks are a number as well."""
    return value is not None and value is not False and value != ""


def too_long(proposal: Proposal) -> list[Refusal]:
    """The texts that are too long, even for a draft."""
    sentence = N_("This is too long: at most %(most)s characters are taken.")
    return [
        Refusal(name, "too-long", Message(sentence, {"most": most}))
        for name, most in LENGTHS.items()
        if len(getattr(proposal, name)) > most
    ]


def _wanting(proposal: Proposal, stake: AtStake | None) -> list[Refusal]:
    """What is missing or too long in the fields, and what is not as the contract has it."""
    found = too_long(proposal)
    kinds = KINDS if stake is None else proposal.kinds
    if proposal.kind not in kinds or (proposal.kind == "call") != proposal.of_call:
        found.append(Refusal("kind", "kind", Message(N_("Choose what the solver is asked for."))))
    if stake is not None and proposal.kind == stake.kind:
        if proposal.goal != stake.needed:
            found.append(Refusal("goal", "goal-of-contract", stake.goal_asked()))
    elif proposal.kind in PLAYED_KINDS and proposal.goal is None:
        found.append(Refusal("goal", "goal-missing", Message(N_("Say how many tricks are to be taken."))))
    if is_blank(proposal.title):
        sentence = N_("Give it a title. It may say what it is about, not what the answer is.")
        found.append(Refusal("title", "title-missing", Message(sentence)))
    return found


def _read(proposal: Proposal, stake: AtStake | None, refusals: list[Refusal]) -> AnyPuzzle | None:
    """The puzzle as far as it goes, with texts only where they are not too long; None when it cannot be read.

    What is told beforehand begins with the contract that is at *stake*.
    """
    spoilt = {each.field for each in refusals}
    table: dict[str, Any] = {"slug": SLUG, "by": BY, "level": 1, "themes": [NO_THEME], "kind": proposal.kind}
    table["title"] = proposal.title if "title" not in spoilt else BY
    table["solution"] = BY
    told = [] if stake is None else [in_english(stake.told())]
    if not is_blank(proposal.prompt) and "prompt" not in spoilt:
        told.append(proposal.prompt)
    if told:
        table["prompt"] = "\n\n".join(told)
    names = ["deal", "dealer", "rules", "calls"] if proposal.of_call else ["position"]
    names += ["goal"] if proposal.kind in PLAYED_KINDS else []
    names += ["several"] if proposal.kind != "tricks" else []
    table |= {name: value for name in names if _says_something(value := getattr(proposal, name))}
    try:
        return from_json(table)
    except NotationError as error:
        refusals += map(_refusal, error.faults)
        return None


_SEVERAL: Final = {
    ("several-answers", False): N_(
        "More than one first card is right (%(named)s): change the puzzle, or say that it has several answers."
    ),
    ("several-answers", True): N_(
        "More than one call is best (%(named)s): change the puzzle, or say that it has several answers."
    ),
    ("one-answer", False): N_("Only one first card is right (%(named)s): it has not several answers."),
    ("one-answer", True): N_("Only one call is best (%(named)s): it has not several answers."),
}
"""What a file's author is told by its keys, for the author at a form."""

_GIVES_AWAY: Final = {
    "title": N_("The title gives the answer away: it names %(name)s."),
    "prompt": N_("The words beforehand give the answer away: they name %(name)s."),
}


def _refusal(fault: Fault, stake: AtStake | None = None) -> Refusal:
    """*fault*, found in a puzzle or its keys, for the author at a form; *stake* is what its goal follows from."""
    message, code = fault.message, fault.code or "unreadable"
    if code in ("several-answers", "one-answer"):
        sentence = _SEVERAL[code, "call" in message.sentence]
        named = {"named": listed([_sign(name) for name in str(message.values["named"]).split(", ")])}
        return Refusal("several", code, Message(sentence, named))
    if code == "gives-away":
        key = str(message.values["key"])
        return Refusal(key, code, Message(_GIVES_AWAY[key], {"name": _sign(str(message.values["name"]))}))
    if code == "out-of-range":
        sentence = N_("The tricks to be taken are a number from %(low)s to %(high)s.")
        return Refusal("goal", code, Message(sentence, message.values))
    if code in ("goal-out-of-reach", "goal-certain") and stake is not None:
        certain = code == "goal-certain"
        said = stake.certain() if certain else stake.out_of_reach(int(str(message.values["best"])))
        return Refusal("kind", code, said)
    if code in ("goal-out-of-reach", "goal-certain"):
        return Refusal("goal", code, message)
    return Refusal("", code, message)


def _sign(name: str) -> object:
    """A card or call as everything else at the form shows it; a number or a suit in words stays as it is."""
    try:
        return marked(parse_card(name) if name[0] in "CDHS" else parse_call(name))
    except NotationError:
        return name


def _duplicate(same: Same) -> Refusal:
    sentence = N_("The same puzzle is here already, up to the order of the suits and the ranks that count.")
    if not same.heading:
        sentence = N_("The same puzzle was posted before, and an administrator has hidden it.")
    return Refusal("", "duplicate", Message(sentence), same)
