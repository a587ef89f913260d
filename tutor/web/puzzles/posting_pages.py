"""What the pages show on which a puzzle is posted: the form, what the checker says, the puzzle as solvers see it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from flask import url_for

from tutor.coach.authored import THEMES
from tutor.coach.content import paragraphs
from tutor.coach.puzzle import AnyPuzzle, Puzzle
from tutor.coach.puzzle.contracts import AtStake
from tutor.coach.puzzle.proposal import Accepted, Proposal, Refusal, Same, examine
from tutor.coach.puzzle.same import likeness
from tutor.messages import N_, Message, translate
from tutor.notation import (
    Fault,
    NotationError,
    parse_calls,
    parse_deal,
    parse_position,
    parse_ruleset,
    parse_seat,
    write_deal,
    write_position,
)
from tutor.notation.text import shown
from tutor.rules import PENALTY, SEAT_NAMES, Auction, Deal, Position, RuleError, call_name
from tutor.store import PostedPuzzle, db
from tutor.store.posting import document_of, same_as
from tutor.web.analyse.positions import play_hands, read_cards, strain_name, trick_on_table
from tutor.web.parts.board import suit_letter
from tutor.web.practise.lessons import Scene, scene
from tutor.web.puzzles.answers import AnswerAt, answer_page
from tutor.web.puzzles.pages import At, puzzle_page
from tutor.web.puzzles.pool import find_puzzle, own_puzzles

ROUNDED: Final = 10
"""A rating is told to the nearest of these: more would say more than it knows."""

KIND_NAMES: Final[Mapping[str, str]] = {
    "make": N_("Take so many tricks, card by card"),
    "beat": N_("Beat the contract: take so many tricks, card by card"),
    "only-card": N_("Find the card: only the first card is asked for"),
    "tricks": N_("Say how many tricks there are"),
    "call": N_("Find the best call"),
}
"""What a kind asks for, in words."""

MAKE_CONTRACT: Final = N_("Make the contract: take so many tricks, card by card")
"""The same of what is to be made where there is a contract."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a proposal is about: a position or an auction as it lies on the table, with no value in it.

    Attributes:
        scene: the hands, and what lies between them.
        strain: the letter of the strain; "" for an auction.
        strain_words: the same in words.
        solver: who is to play or call, in words.
        rules: the rules of an auction in words; "" for a position.
        most: the most tricks that a goal can be.
        contract: what solvers are told of the contract at stake, in sentences, or that it is decided; "" without one.
        needed: the tricks that the contract asks of the solver; 0 where none is at stake.
        analysis: where it is analysed; None for an auction.
    """

    scene: Scene
    strain: str
    strain_words: str
    solver: str
    rules: str
    most: int
    contract: str
    needed: int
    analysis: str | None


@dataclass(frozen=True, slots=True)
class Preview:
    """A puzzle as a solver meets it, in words; the table is that of the proposal."""

    heading: str
    level: int
    asked: str
    prompt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker says of a proposal.

    Attributes:
        refusals: why it is no puzzle; empty when it is one.
        preview: the puzzle as solvers see it; None when it is none.
        rating: the difficulty that it starts with, rounded.
        themes: the ideas in it, in words.
        solution: the paragraphs of the whole solution.
    """

    refusals: tuple[Refusal, ...]
    preview: Preview | None = None
    rating: int = 0
    themes: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()

    def at(self, field: str) -> tuple[Refusal, ...]:
        """What is to be mended at *field*."""
        return tuple(each for each in self.refusals if each.field == field)


def of_position(position: Position, stake: AtStake | None = None) -> Proposal:
    """What is proposed first of *position*, in which the contract of *stake* is played if there is one."""
    proposal = Proposal("make", position=write_position(position))
    if stake is None:
        return proposal
    proposal = replace(proposal, contract=str(stake.contract), taken=stake.taken)
    return proposal if stake.decided else replace(proposal, kind=stake.kind, goal=stake.needed)


def of_deal(deal: Deal) -> Proposal | None:
    """What is proposed first of the moment that *deal* is at; None in the draw phase and after the last card."""
    if deal.play is not None and not deal.over:
        position = Position.of(deal.play)
        stake = None if deal.contract is None else AtStake(deal.contract, deal.declarer_tricks, position)
        return of_position(position, stake)
    if deal.auction is None or deal.auction.over or deal.start_hands is None:
        return None
    return Proposal(
        "call",
        deal=write_deal(*deal.start_hands),
        dealer=deal.dealer.letter,
        rules=str(deal.ruleset),
        calls=" ".join(call_name(call) for call in deal.auction.calls),
    )


def post_address(proposal: Proposal) -> str:
    """Where the form for a puzzle is that is about the same as *proposal*."""
    asked = {name: value for name, value in proposal.document().items() if name not in ("kind", "goal", "position")}
    return url_for("posting.new", line=proposal.position or None, **asked)


def read_asked(args: Mapping[str, str]) -> Proposal:
    """The position or the auction that *args* name, in its one written form; no more is proposed yet.

    A position can come with the ``contract`` that is played and the tricks that declarer has ``taken`` before it. Cards
    ``tried`` are played from the position first.

    Raises:
        NotationError: when it cannot be read, or the contract does not go with the position.
        RuleError: when the auction is not legal.
    """
    if args.get("deal"):
        hands, dealer = parse_deal(args["deal"]), parse_seat(args.get("dealer", "N"))
        rules = parse_ruleset(args["rules"]) if args.get("rules") else PENALTY
        calls = [call for call, _ in parse_calls(args["calls"])] if args.get("calls") else []
        if Auction.of(dealer, calls, doubling=rules.doubling).over:
            raise RuleError("auction-over", Message(N_("The auction is over: there is nothing to ask for.")))
        written = " ".join(call_name(call) for call in calls)
        return Proposal("call", deal=write_deal(*hands), dealer=dealer.letter, rules=str(rules), calls=written)
    position = parse_position(args.get("position") or args.get("line", ""))
    stake = AtStake.read(args["contract"], _taken(args), position) if args.get("contract") else None
    play = position.play.run(read_cards(position, args.get("tried", "")))
    if play.over:
        raise RuleError("play-over", Message(N_("All cards have been played: there is nothing to ask for.")))
    after = Position.of(play)
    if stake is not None:
        stake = AtStake(stake.contract, stake.taken + play.tricks[stake.contract.declarer], after)
    return of_position(after, stake)


def _taken(args: Mapping[str, str]) -> int | None:
    """Declarer's tricks as *args* have them; None when they say nothing of them.

    Raises:
        NotationError: when they are no number.
    """
    text = args.get("taken", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 3):
        raise NotationError([Fault(Message(N_("“%(typed)s” is no number of tricks."), {"typed": shown(text)}))])
    return int(text) if text else None


def kind_names(proposal: Proposal) -> tuple[tuple[str, str], ...]:
    """The kinds that can be chosen for *proposal*, which has been read, and what each asks for in words."""
    stake = proposal.at_stake
    names = KIND_NAMES if stake is None or stake.decided else {**KIND_NAMES, "make": MAKE_CONTRACT}
    return tuple((kind, translate(names[kind])) for kind in proposal.kinds)


def table_of(proposal: Proposal) -> Table:
    """What *proposal*, which has been read, is about."""
    if proposal.of_call:
        hands, dealer = parse_deal(proposal.deal), parse_seat(proposal.dealer)
        calls = [call for call, _ in parse_calls(proposal.calls)] if proposal.calls else []
        deal = Deal.from_hands(*hands, dealer, parse_ruleset(proposal.rules)).run(calls)
        assert deal.auction is not None
        seat = deal.auction.turn
        return Table(scene(deal, seat), "", "", str(SEAT_NAMES[seat]), proposal.rules, 0, "", 0, None)
    position = parse_position(proposal.position)
    play = position.play
    hands_seen = play_hands(play, values=False, link=None)
    theirs, own = hands_seen[position.turn.other], hands_seen[position.turn]
    laid = Scene(theirs, own, None, trick_on_table(play, play), (), None, None)
    stake = proposal.at_stake
    said = () if stake is None else (stake.over(),) if stake.decided else stake.told()
    return Table(
        laid,
        suit_letter(position.strain),
        strain_name(position.strain),
        str(SEAT_NAMES[position.turn]),
        "",
        position.tricks_left,
        " ".join(map(str, said)),
        0 if stake is None or stake.decided else stake.needed,
        url_for("analyse.position", line=proposal.position),
    )


@lru_cache(maxsize=1)
def _own_by_likeness() -> dict[str, AnyPuzzle]:
    """The program's own puzzles by likeness."""
    return {likeness(puzzle): puzzle for puzzle in own_puzzles()}


def known(like: str, *, but: str = "") -> Same | None:
    """The puzzle that has the likeness *like*: one of the program's own, or a posted one other than *but*."""
    own = _own_by_likeness().get(like)
    if own is not None:
        return Same(own.slug, own.heading)
    same = same_as(db.session, like, but=but)
    if same is None:
        return None
    puzzle = find_puzzle(same.slug) if same.state == "posted" else None
    return Same(same.slug, "" if puzzle is None else puzzle.heading)


def checked(proposal: Proposal, *, but: str = "") -> Accepted | tuple[Refusal, ...]:
    """What the checker says of *proposal*; it may be the same as the posted puzzle *but*, which is its own."""
    return examine(proposal, lambda like: known(like, but=but))


def verdict(found: Accepted | tuple[Refusal, ...]) -> Verdict:
    """What the checker has *found*, for the page."""
    if not isinstance(found, Accepted):
        return Verdict(found)
    puzzle = found.puzzle
    return Verdict(
        (),
        Preview(puzzle.heading, puzzle.level, _asked(puzzle), paragraphs(puzzle.prompt)),
        ROUNDED * round(found.rating / ROUNDED),
        tuple(translate(THEMES[name]) for name in puzzle.themes),
        paragraphs(puzzle.solution),
    )


def _asked(puzzle: AnyPuzzle) -> str:
    """The question, as the puzzle's own page has it."""
    if isinstance(puzzle, Puzzle):
        return puzzle_page(At.read(puzzle, {})).asked
    return answer_page(AnswerAt(puzzle)).asked


def proposal_of(puzzle: PostedPuzzle) -> Proposal:
    """What stood in the form from which *puzzle* was kept."""
    document = document_of(puzzle)
    return Proposal.of(document.get("proposal", {}))
