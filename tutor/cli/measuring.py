"""``tutor bench``: the figures and the signature, as they are measured."""

from typing import Any

import click

from tutor.bench import signature as counting
from tutor.bench.figures import heading, machine
from tutor.bench.measuring import Plan, figures, not_measured
from tutor.cli.shell import print_json
from tutor.messages import N_, P_, Message


def bench(plan: Plan, *, as_json: bool) -> None:
    """Count the signature and measure what *plan* says."""
    if as_json:
        about = {"machine": machine(), "deals": plan.deals, "seed": plan.seed, "signature": signature_json()}
        measured = {figure.goal.name: figure.as_json() for figure in figures(plan)}
        left_out = {goal.name: str(how) for goal, how in not_measured(plan)}
        print_json({**about, "figures": measured, "not_measured": left_out})
        return
    forms = P_(
        "Over one random deal (seed %(seed)s), on %(machine)s",
        "Over %(count)s random deals (seed %(seed)s) and shares of them, on %(machine)s",
    )
    click.echo(str(Message.counted(forms, plan.deals, {"seed": plan.seed, "machine": machine()})))
    show_signature()
    click.echo(heading())
    for figure in figures(plan):
        click.echo(figure.line())
    for goal, how in not_measured(plan):
        click.echo(f"{goal.label}: {how}")


def signature_json() -> dict[str, Any]:
    """The signature in JSON: its parts, their total, what is recorded, and whether they agree."""
    counted, known = counting.signature(), counting.recorded()
    return {
        **counted._asdict(),
        "total": counted.total,
        "recorded": None if known is None else known.total,
        "unchanged": counted == known,
    }


def show_signature() -> None:
    """Count the signature and say whether it is the recorded one."""
    counted, known = counting.signature(), counting.recorded()
    if counted == known:
        words = Message(N_("Signature: %(nodes)s nodes, as recorded."), {"nodes": counted.total})
    elif known is None:
        words = Message(N_("Signature: %(nodes)s nodes; none is recorded."), {"nodes": counted.total})
    else:
        words = Message(
            N_(
                "Signature: %(nodes)s nodes, and %(recorded)s are recorded: the search has changed. If it was meant "
                "to, record it: `tutor bench --record-signature`."
            ),
            {"nodes": counted.total, "recorded": known.total},
        )
    click.echo(str(words))


def signature(*, as_json: bool) -> None:
    """Count the signature and nothing else."""
    if as_json:
        print_json(signature_json())
    else:
        show_signature()


def record_signature() -> None:
    """Count the signature and make it the recorded one."""
    counting.record(counting.signature())
