"""``tutor admin``: who may decide on what was reported on the pages."""

from collections.abc import Callable

import click
from sqlalchemy.orm import Session

from tutor.cli.shell import fail
from tutor.cli.storing import errors_told
from tutor.messages import N_, translate
from tutor.store.database import begin_writing, database_url, open_engine
from tutor.store.models import Person
from tutor.store.moderation import administrators
from tutor.store.moderation import grant as grant_in
from tutor.store.moderation import revoke as revoke_in
from tutor.store.people import named


def grant(name: str) -> None:
    """Make the holder of the account *name* an administrator."""
    done, before = N_("%(name)s is an administrator now."), N_("%(name)s is an administrator already.")
    _change(name, grant_in, done, before)


def revoke(name: str) -> None:
    """Let the holder of the account *name* be an administrator no longer."""
    done, before = N_("%(name)s is an administrator no longer."), N_("%(name)s is no administrator.")
    _change(name, revoke_in, done, before)


def show() -> None:
    """Name the administrators, one on a line."""
    with errors_told("tutor admin"):
        engine = open_engine(database_url())
        try:
            with Session(engine) as session:
                names = [name for name, _ in administrators(session)]
        finally:
            engine.dispose()
    if not names:
        click.echo(translate("There is no administrator."), err=True)
    for name in names:
        click.echo(name)


def _change(name: str, change: Callable[[Session, Person], bool], done: str, before: str) -> None:
    """Make a change of the account *name* and say what came of it: *done*, or that it was so *before*."""
    with errors_told("tutor admin"):
        engine = open_engine(database_url())
        try:
            with Session(engine) as session:
                begin_writing(session)
                person = named(session, name)
                if person is None:
                    fail(f"tutor admin: {translate('There is no account called “%(name)s”.', name=name)}")
                changed = change(session, person)
                known = person.name
                session.commit()
        finally:
            engine.dispose()
    click.echo(translate(done if changed else before, name=known))
