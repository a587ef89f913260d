"""The review of a finished hand for the terminal: the paragraph, the hands, the moves, who gave away what, and why.

Everything fits in 40 columns. Where there is room, the two halves of the play stand side by side.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tutor.cards import SEATS, Seat
from tutor.coach.accuracy import Accuracy
from tutor.coach.answers import table_names
from tutor.coach.facts import Decision
from tutor.coach.reasons.explain import Explanation
from tutor.coach.review import JUDGED, Review
from tutor.coach.summing import summary
from tutor.coach.telling.explanations import tell
from tutor.coach.telling.marks import marked, marked_choices
from tutor.coach.terminal import (
    action_text,
    hands_table,
    message_text,
    seat_name,
    sentences_text,
    trick_table_table,
)
from tutor.coach.words import all_the_same, signed
from tutor.messages import N_, P_, Message, translate, translate_plural
from tutor.rules import DOUBLE, PASS, REDOUBLE, SEAT_NAMES, Phase

TRICKS_SIGN: Final = "."
LEAD_SIGN: Final = ">"
HALF: Final = 7
"""Tricks in the first of the two halves of the play."""
WIDEST: Final = 200
"""Columns, more than any table here needs."""
HAPPENS: Final = N_("What happens:")
WHY: Final = N_("Why:")
BETTER: Final = N_("Better:")
NEXT_TIME: Final = N_("Next time:")
_PHASE_NAMES: Final = {Phase.AUCTION: N_("Auction"), Phase.PLAY: N_("Play")}
_CALLED: Final = {
    PASS: N_("%(seat)s passes."),
    DOUBLE: N_("%(seat)s doubles."),
    REDOUBLE: N_("%(seat)s redoubles."),
}


def review_view(review: Review) -> Group:
    """A finished hand: what was played and where it turned, the hands and moves, and the mistakes with their reasons.

    What is not recorded is left out.
    """
    record = review.record
    names = [_printable(name) or seat_name(seat) for name, seat in zip(record.players, SEATS, strict=True)]
    parts: list[RenderableType] = [
        Text(translate("%(north)s against %(south)s", north=names[0], south=names[1]), "bold"),
        translate("Rules %(rules)s, dealer %(seat)s.", rules=record.ruleset, seat=SEAT_NAMES[record.dealer]),
        "",
        sentences_text(summary(review)),
        "",
        hands_table(record.north, record.south),
        "",
        trick_table_table(table_names(review.table)),
    ]
    if review.decisions:
        parts += [*_moves(review.decisions), "", _figures(review)]
    for explanation in review.explanations:
        parts += ["", _mistake(explanation)]
    same = _nothing_to_choose(review)
    if same:
        parts += ["", same]
    return Group(*parts)


def _printable(name: str) -> str:
    """*name* without what could steer the terminal."""
    return "".join(sign for sign in name if sign.isprintable())


def _moves(decisions: Sequence[Decision]) -> list[RenderableType]:
    """The calls, and the tricks of the play in two halves, with the signs in them explained."""
    parts: list[RenderableType] = []
    calls = [d for d in decisions if d.phase is Phase.AUCTION]
    if calls:
        parts += ["", Text(translate("Auction"), "bold"), _indented(_moves_table(_rounds(calls)))]
    tricks = _tricks([d for d in decisions if d.phase is Phase.PLAY])
    if tricks:
        parts += ["", Text(translate("Play"), "bold"), _indented(_Play(tricks))]
    return [*parts, "", _indented(Text(_legend(decisions), "dim"))]


class _Play:
    """The tricks in two halves side by side, or one below the other where that is too wide."""

    def __init__(self, tricks: Sequence[Sequence[Decision]]) -> None:
        self._tricks = tricks

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, or the two."""
        halves = [_moves_table(half) for half in (self._tricks[:HALF], self._tricks[HALF:]) if half]
        side_by_side = Table.grid(padding=(0, 4))
        side_by_side.add_row(*halves)
        wide = options.update(max_width=WIDEST)  # a table measured in too narrow a place says that it fits
        fits = Measurement.get(console, wide, side_by_side).maximum <= options.max_width
        yield side_by_side if fits else _moves_table(self._tricks)


def _indented(what: RenderableType) -> Padding:
    return Padding(what, (0, 0, 0, 2), expand=False)


def _legend(decisions: Sequence[Decision]) -> str:
    """What the signs among *decisions* mean; only those that are there. The first mistake shows how a cost is read."""
    words = []
    if any(decision.phase is Phase.PLAY for decision in decisions):
        words.append(translate("%(sign)s leads", sign=LEAD_SIGN))
    mistake = next((decision for decision in decisions if decision.mistake), None)
    if mistake is not None:
        one, many = P_(
            "%(cost)s after a call or card: it cost one point",
            "%(cost)s after a call or card: it cost %(count)s points",
        )
        words.append(translate_plural(one, many, mistake.loss_points, cost=_cost(mistake)))
    if any(_cost(decision) == TRICKS_SIGN for decision in decisions):
        words.append(translate("%(sign)s costs tricks, but no points", sign=TRICKS_SIGN))
    worth = translate("Worth: points, North’s less South’s, with perfect play from there.")
    return "\n".join((worth, *words))


def _rounds(calls: Iterable[Decision]) -> list[list[Decision]]:
    """The calls by lines of North's and South's; the first line has one call when South deals."""
    lines: list[list[Decision]] = []
    for decision in calls:
        if not lines or lines[-1][-1].seat == Seat.SOUTH:
            lines.append([])
        lines[-1].append(decision)
    return lines


def _tricks(cards: Sequence[Decision]) -> list[list[Decision]]:
    """The cards by tricks."""
    return [list(cards[start : start + 2]) for start in range(0, len(cards), 2)]


def _moves_table(lines: Iterable[Sequence[Decision]]) -> Table:
    """A row for each line of one or two actions: its number in the play, who did what at what cost, the worth then."""
    rows = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    rows.add_column("", justify="right")
    for seat in SEATS:
        rows.add_column(" " + seat_name(seat), min_width=6)
    rows.add_column(translate("Worth"), justify="right")
    for line in lines:
        play = line[0].deal.play
        number = "" if play is None else str(sum(play.tricks) + 1)
        cells = {decision.seat: _cell(decision) for decision in line}
        last = line[-1]
        assert last.taken is not None
        rows.add_row(number, *(cells.get(seat, "") for seat in SEATS), signed(last.choice(last.taken).score))
    return rows


def _cell(decision: Decision) -> Text:
    """An action with what it cost: ``>♣K −210``."""
    assert decision.taken is not None
    play = decision.deal.play
    lead = LEAD_SIGN if play is not None and play.led is None else " "
    cost = _cost(decision)
    gap = " " if decision.mistake else ""
    return Text.assemble((lead, "dim"), action_text(decision.taken), gap, (cost, "bold"))


def _cost(decision: Decision) -> str:
    """The points that a mistake cost, with a minus; a sign for tricks alone; "" where nothing was given away."""
    if decision.mistake:
        return signed(-decision.loss_points)
    return TRICKS_SIGN if decision.loss_tricks else ""


def _figures(review: Review) -> Group:
    """Points given away and decisions without loss, by seat and phase."""
    judged = [phase for phase in JUDGED if any(d.phase is phase for d in review.decisions)]
    lost, kept = _by_seat(), _by_seat()
    for phase in judged:
        name = translate(_PHASE_NAMES[phase])
        points = (str(review.points_lost(seat, phase)) if review.of(seat, phase) else "—" for seat in SEATS)
        lost.add_row(name, *points)
        kept.add_row(name, *(_share(review.accuracy(seat, phase)) for seat in SEATS))
    return Group(
        Text(translate("Points given away"), "bold"),
        _indented(lost),
        "",
        Text(translate("Of the decisions that mattered, so many lost nothing"), "bold"),
        _indented(kept),
    )


def _by_seat() -> Table:
    """A table with a column for each seat, as wide in one as in another."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("")
    for seat in SEATS:
        table.add_column(seat_name(seat), min_width=13)
    return table


def _share(found: Accuracy | None) -> str:
    """``7 of 8, 87%``; a dash where nothing could be lost."""
    if found is None:
        return "—"
    values = {"right": found.right, "all": found.decisions, "percent": found.percent}
    return translate("%(right)s of %(all)s, %(percent)s%%", **values)


def _mistake(explanation: Explanation) -> Group:
    """A mistake: what was done and what it cost; then, each under its name, the parts of the explanation there are."""
    told = tell(explanation)
    head = message_text(_what_happened(explanation.decision))
    head.stylize("bold")
    named = (
        (HAPPENS, told.happens),
        (WHY, told.reason),
        (BETTER, (_better(explanation.decision),)),
        (NEXT_TIME, () if told.next_time is None else (told.next_time,)),
    )
    paragraphs = [message_text(told.verdict)]
    paragraphs += [Text.assemble((translate(name), "bold"), " ", sentences_text(said)) for name, said in named if said]
    return Group(head, *(Padding(each, (0, 0, 0, 3)) for each in paragraphs))


def _better(decision: Decision) -> Message:
    """What would have cost nothing, for a place where the word "better" stands before it: ``♠AJT9 or ♣9.``."""
    best = decision.faultless
    values = {"choices": marked_choices(best)}
    if len(best) == 1:
        return Message(N_("%(choices)s, the only choice that gives nothing away."), values)
    return Message(N_("%(choices)s."), values)


def _what_happened(decision: Decision) -> Message:
    """``Trick 3: South plays ♦J.``, ``North bids 1♠.``, ``South passes.``, said with marks."""
    action = decision.taken
    assert action is not None
    values: dict[str, object] = {"seat": SEAT_NAMES[decision.seat], "action": marked(action)}
    play = decision.deal.play
    if play is None:
        return Message(_CALLED.get(action, N_("%(seat)s bids %(action)s.")), values)
    values["trick"] = sum(play.tricks) + 1
    if play.led is None:
        return Message(N_("Trick %(trick)s: %(seat)s leads %(action)s."), values)
    return Message(N_("Trick %(trick)s: %(seat)s plays %(action)s."), values)


def _nothing_to_choose(review: Review) -> str:
    """At how many calls nothing could be won or lost, where rules with another price would change that; else ""."""
    calls = [decision for decision in review.decisions if decision.phase is Phase.AUCTION]
    idle = sum(all_the_same(decision) for decision in calls)
    if not idle or review.record.ruleset.undertrick:
        return ""
    return translate_plural(
        "At %(count)s of %(all)s calls, all calls are worth the same under %(rules)s, where a failed contract costs "
        "nothing; try --rules penalty.",
        "At %(count)s of %(all)s calls, all calls are worth the same under %(rules)s, where a failed contract costs "
        "nothing; try --rules penalty.",
        idle,
        all=len(calls),
        rules=review.record.ruleset,
    )
