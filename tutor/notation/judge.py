"""Whether what somebody wrote down can have happened: the one judgement behind every reader.

A reader fills a :class:`Draft` with what it could read; :func:`judge` gives the record, or what is wrong with it. A
:class:`Problem` says where in the draft it is, and the reader knows where in its text that stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tutor.cards import FULL_DECK, SEATS, Card, Mask, Seat, bit, card_name, cards_of
from tutor.messages import N_, P_, Message
from tutor.notation.record import DrawRecord, Record
from tutor.notation.rulesets import NamedRules
from tutor.rules import (
    PASS,
    SEAT_NAMES,
    WRITTEN,
    Auction,
    Call,
    Contract,
    DrawPhase,
    Play,
    RuleError,
    Ruleset,
    call_name,
    level_of,
    make_bid,
    strain_of,
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot be.

    Attributes:
        where: ``stock``, ``drawn``, ``hands``, ``calls``, ``contract``, ``played`` or ``claimed``.
        message: the whole sentence.
        code: a stable name; the ``rule`` of a RuleError.
        index: which card or call of it, or which seat of the hands; None for the whole.
        illegal: whether it is an action that the rules forbid.
    """

    where: str
    message: Message
    code: str
    index: int | None = None
    illegal: bool = False


@dataclass
class Draft:
    """What a reader could read of one deal.

    Attributes:
        dealer: who dealt.
        hands: North's and South's cards at the start of the second phase; None to take them from the draw phase.
        ruleset: the reading of the rules: what the text names, and what the draw phase tells beyond that.
        recorded: the rules that the text names; None when it names none.
        draw: the draw phase, its ``played`` perhaps too short.
        calls: the calls, or None.
        contract: the contract that the text states, or None.
        passed_out: whether the text states that the deal was passed out.
        played: the cards of the second phase.
        claimed: the tricks that the text states.
        claimed_by: whose tricks those are; None for declarer's.
        partial: whether they count the tricks so far of a play that goes on.
        miscounted: whether the text says that they are not what the play bears out.
        fits: rules by which the draw phase would be in order, when by ``ruleset`` it is not; None when not known.
    """

    dealer: Seat
    hands: tuple[Mask, Mask] | None
    ruleset: Ruleset = WRITTEN
    recorded: NamedRules | None = None
    draw: DrawRecord | None = None
    calls: tuple[Call, ...] | None = None
    contract: Contract | None = None
    passed_out: bool = False
    played: tuple[Card, ...] = ()
    claimed: int | None = None
    claimed_by: Seat | None = None
    partial: bool = False
    miscounted: bool = False
    fits: Ruleset | None = None

    @property
    def names_draw_winner(self) -> bool:
        """Whether the text itself says who wins a trick of the draw phase."""
        return self.recorded is not None and self.recorded.names_draw_winner


@dataclass
class _Judge:
    """The judgement of a draft; *otherwise* tells that it is in order by its own rules, but judged by others."""

    draft: Draft
    otherwise: bool = False
    problems: list[Problem] = field(default_factory=list)

    def found(
        self, where: str, code: str, message: Message, index: int | None = None, *, illegal: bool = False
    ) -> None:
        self.problems.append(Problem(where, message, code, index, illegal))

    def broken(self, where: str, error: RuleError) -> None:
        """Note the illegal action that *error* tells of."""
        fits = self.draft.fits if where == "drawn" else None
        if (self.otherwise or fits is not None) and error.rule == "other-hand":
            # Under other rules the game was found in order: its hands are not the wrong way round.
            plain = N_("%(card)s is in the other hand: it is the turn of %(seat)s.")
            error = RuleError(error.rule, Message(plain, error.message.values), error.legal, error.index)
        self.found(where, error.rule, _and_fits(with_legal(error), fits), error.index, illegal=True)


def _and_fits(problem: Message, fits: Ruleset | None) -> Message:
    """*problem*, which a draw phase has, and the rules that it *fits* where they are known."""
    if fits is None:
        return problem
    sentence = N_("%(problem)s By the rules %(rules)s the draw phase is in order.")
    return Message(sentence, {"problem": problem, "rules": fits})


def with_legal(error: RuleError) -> Message:
    """The sentence of *error* and what was legal instead."""
    if not error.legal:
        return error.message
    return Message(N_("%(problem)s Legal here: %(legal)s."), {"problem": error.message, "legal": _names(error.legal)})


def _names(legal: Sequence[str]) -> str:
    """*legal* in one line; the bids, which are all from one upwards, as a range."""
    bids = [name for name in legal if name[0] in "1234567"]
    if len(bids) < 3:
        return ", ".join(legal)
    return ", ".join([*(name for name in legal if name not in bids), f"{bids[0]}–{bids[-1]}"])


def judge(draft: Draft, chosen: NamedRules | None = None) -> tuple[Record | None, list[Problem]]:
    """The record that *draft* makes, or None and everything that is wrong with it.

    The first illegal action ends the judgement of the actions after it.

    Args:
        draft: what could be read.
        chosen: the rules to judge by and to give to the record; None for the draft's own. Who wins a trick of the draw
            phase is the draft's own when neither they nor the text name it.
    """
    ruleset = draft.ruleset if chosen is None else _chosen_for(draft, chosen)
    if ruleset == draft.ruleset:
        return _judged(_Judge(draft))
    record, problems = _judged(_Judge(replace(draft, ruleset=ruleset)))
    own = draft.ruleset
    if draft.recorded is not None:
        # Settling the draw phase may have taken another word of the chosen rules for it.
        own = replace(draft.recorded.ruleset, draw_winner=own.draw_winner)
    if record is not None or _judged(_Judge(replace(draft, ruleset=own)))[0] is None:
        return record, problems
    fits = replace(ruleset, draw_winner=own.draw_winner, draw_follow=own.draw_follow)
    _, problems = _judged(_Judge(replace(draft, ruleset=ruleset, fits=fits), otherwise=True))
    return None, [replace(each, message=_read_under(draft, ruleset, each.message)) for each in problems]


def _chosen_for(draft: Draft, chosen: NamedRules) -> Ruleset:
    """The ruleset that *chosen* is for *draft*."""
    if draft.draw is None or draft.names_draw_winner or chosen.names_draw_winner:
        return chosen.ruleset
    return replace(chosen.ruleset, draw_winner=draft.ruleset.draw_winner)


def _read_under(draft: Draft, chosen: Ruleset, problem: Message) -> Message:
    """*problem*, which *draft* has by the rules *chosen* but not by its own."""
    if draft.recorded is None:
        sentence = N_("This game names no rules and is read under %(chosen)s: %(problem)s")
        return Message(sentence, {"chosen": chosen, "problem": problem})
    recorded = draft.recorded.ruleset
    if draft.ruleset.draw_winner != chosen.draw_winner:
        # It is what parts the two, also where the text leaves it to the cards.
        recorded = replace(recorded, draw_winner=draft.ruleset.draw_winner)
    return Message(
        N_("This game was recorded under the rules %(recorded)s and is read under %(chosen)s: %(problem)s"),
        {"recorded": recorded, "chosen": chosen, "problem": problem},
    )


def draw_fits(draft: Draft) -> bool:
    """Whether the draw phase of *draft* is in order by the rules of *draft*, the hands that it states included."""
    court = _Judge(draft)
    return _judge_draw(court) is not None and not court.problems


def _judged(court: _Judge) -> tuple[Record | None, list[Problem]]:
    """As :func:`judge`, by the rules of the draft."""
    draft = court.draft
    hands = _judge_draw(court) if draft.draw is not None else draft.hands
    if court.problems or hands is None:
        return None, court.problems
    calls, contract = _judge_auction(court)
    claimed = draft.claimed
    if not court.problems:
        tricks = _judge_play(court, hands, contract)
        if not court.problems:
            claimed = _judge_claim(court, contract, tricks, passed_out=contract is None and calls == (PASS, PASS))
    if court.problems:
        return None, court.problems
    record = Record(*hands, draft.dealer, draft.ruleset, draft.draw, calls, contract, draft.played, claimed)
    return record, []


def _judge_draw(court: _Judge) -> tuple[Mask, Mask] | None:
    """The hands that the recorded draw phase leaves; None when it cannot be."""
    draw = court.draft.draw
    assert draw is not None
    seen = draw.north | draw.south
    for index, card in enumerate(draw.stock):
        if seen & bit(card):
            twice = Message(N_("%(card)s of the stock is there before, in a hand or the stock."), _card(card))
            court.found("stock", "card-twice", twice, index)
        seen |= bit(card)
    if court.problems:
        return None
    if seen != FULL_DECK:
        court.found(
            "stock",
            "stock-size",
            Message.counted(
                P_(
                    "The stock is the 26 cards that were not dealt: here there is %(count)s.",
                    "The stock is the 26 cards that were not dealt: here there are %(count)s.",
                ),
                len(draw.stock),
            ),
        )
        return None
    phase = DrawPhase.start(draw.north, draw.south, draw.stock, court.draft.dealer, court.draft.ruleset)
    try:
        phase = phase.run(draw.played)
    except RuleError as error:
        court.broken("drawn", error)
        return None
    if not phase.over:
        court.found(
            "drawn",
            "draw-unfinished",
            Message(
                N_("The draw phase stops in trick %(trick)s of 13: record it whole or leave it out."),
                {"trick": len(phase.winners) + 1},
            ),
        )
        return None
    stated = court.draft.hands
    for seat in SEATS if stated is not None else ():
        assert stated is not None
        if stated[seat] != phase.hands[seat]:
            differs = _and_fits(_hand_differs(seat, phase.hands[seat], stated[seat]), court.draft.fits)
            court.found("hands", "draw-contradicts", differs, seat)
    return phase.hands


def _hand_differs(seat: Seat, drawn: Mask, stated: Mask) -> Message:
    return Message(
        N_("%(seat)s does not hold what the draw phase leads to: %(missing)s missing, %(extra)s too many."),
        {
            "seat": SEAT_NAMES[seat],
            "missing": " ".join(card_name(card) for card in cards_of(drawn & ~stated)),
            "extra": " ".join(card_name(card) for card in cards_of(stated & ~drawn)),
        },
    )


def _card(card: Card) -> dict[str, object]:
    return {"card": card_name(card)}


def _judge_auction(court: _Judge) -> tuple[tuple[Call, ...] | None, Contract | None]:
    """The calls and the contract of the draft, each from the other where only one is given."""
    draft = court.draft
    try:
        auction = Auction.of(draft.dealer, draft.calls or (), doubling=draft.ruleset.doubling)
    except RuleError as error:
        court.broken("calls", error)
        return draft.calls, draft.contract
    if draft.contract is not None and draft.contract.multiplier > 1 and not draft.ruleset.doubling:
        message = Message(N_("These rules have no double and no redouble."))
        court.found("contract", "no-doubling", message, illegal=True)
        return draft.calls, draft.contract
    if draft.calls is None:
        return ((PASS, PASS), None) if draft.passed_out else (None, draft.contract)
    if auction.over:
        _compare(court, auction)
        return draft.calls, auction.contract
    if draft.passed_out and set(draft.calls) <= {PASS}:
        return (PASS, PASS), None
    if draft.passed_out or (draft.contract is not None and not _reachable(auction, draft.contract)):
        court.found(
            "contract",
            "contract-contradicts",
            Message(
                N_("The auction, which ends at %(call)s, cannot lead to this contract."),
                {"call": call_name(draft.calls[-1]) if draft.calls else "-"},
            ),
        )
    # An auction without a single call says no more than that it was not recorded.
    calls = None if not draft.calls and draft.contract is not None else draft.calls
    return calls, draft.contract


def _compare(court: _Judge, auction: Auction) -> None:
    """Note when the contract that the draft states is not the one that its finished auction ends in."""
    draft = court.draft
    made = auction.contract
    if made is None and draft.contract is not None:
        court.found(
            "contract",
            "contract-contradicts",
            Message(
                N_("Both players passed, but the contract is given as %(contract)s."), {"contract": draft.contract}
            ),
        )
    elif made is not None and (draft.passed_out or draft.contract not in (None, made)):
        court.found(
            "contract",
            "contract-contradicts",
            Message(
                N_("The auction ends in %(made)s, but the contract is given as %(contract)s."),
                {"made": made, "contract": "Pass" if draft.passed_out else draft.contract},
            ),
        )


def _reachable(auction: Auction, contract: Contract) -> bool:
    """Whether *auction*, still going on, may end in *contract*."""
    bid = make_bid(contract.level, contract.strain)
    last, index = auction.last_bid, auction.last_bid_index
    if last is None or index is None or bid > last:
        return True
    same = (contract.level, contract.strain) == (level_of(last), strain_of(last))
    return same and contract.declarer == auction.caller(index) and contract.multiplier >= auction.multiplier


def _judge_play(court: _Judge, hands: tuple[Mask, Mask], contract: Contract | None) -> tuple[int, int]:
    """The tricks that North and South have won at the end of the recorded play."""
    cards = court.draft.played
    if contract is None:
        if cards:
            message = Message(N_("There are cards played but no contract that they were played in."))
            court.found("played", "play-without-contract", message, 0)
        return 0, 0
    try:
        return Play.start(*hands, contract.strain, contract.leader).run(cards).tricks
    except RuleError as error:
        court.broken("played", error)
        return 0, 0


def trick_bounds(contract: Contract, tricks: Sequence[int]) -> tuple[int, int]:
    """The fewest and most tricks declarer may come to when *tricks* have been won so far."""
    return tricks[contract.declarer], 13 - tricks[contract.leader]


def _judge_claim(court: _Judge, contract: Contract | None, tricks: tuple[int, int], *, passed_out: bool) -> int | None:
    """Declarer's tricks as the draft states them, when the play bears that out."""
    draft = court.draft
    if draft.claimed is None:
        return None
    if contract is None:
        if passed_out and draft.claimed:
            forms = P_(
                "A passed-out deal has no result: here it is given as %(count)s trick.",
                "A passed-out deal has no result: here it is given as %(count)s tricks.",
            )
            message = Message.counted(forms, draft.claimed)
            court.found("claimed", "result-contradicts", message)
        return None if passed_out else draft.claimed
    own = draft.claimed_by in (None, contract.declarer)
    if draft.partial:
        won = tricks[contract.declarer] if own else tricks[contract.leader]
        if draft.claimed != won and not draft.miscounted:
            court.found("claimed", "result-contradicts", _miscount(draft.claimed, won, won))
        return None
    low, high = trick_bounds(contract, tricks)
    claimed = draft.claimed if own else 13 - draft.claimed
    if not low <= claimed <= high and not draft.miscounted:
        court.found("claimed", "result-contradicts", _miscount(claimed, low, high))
    return claimed


def _miscount(claimed: int, low: int, high: int) -> Message:
    if low == high:
        forms = P_(
            "The result is given as %(count)s trick, but the play gives %(won)s.",
            "The result is given as %(count)s tricks, but the play gives %(won)s.",
        )
        return Message.counted(forms, claimed, {"won": low})
    forms = P_(
        "The result is given as %(count)s trick, but after the cards played it is from %(low)s to %(high)s.",
        "The result is given as %(count)s tricks, but after the cards played it is from %(low)s to %(high)s.",
    )
    return Message.counted(forms, claimed, {"low": low, "high": high})


def miscounted(record: Record) -> bool:
    """Whether *record* states a number of tricks that its play does not bear out."""
    if record.claimed is None or record.contract is None:
        return False
    low, high = trick_bounds(record.contract, record.tricks)
    return not low <= record.claimed <= high
