"""``tutor db``: the database's tables and copies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

from tutor.cli.shell import fail
from tutor.messages import translate
from tutor.store.database import StoreError, database_url
from tutor.store.maintenance import backup as copy_database
from tutor.store.maintenance import upgrade as upgrade_database


@contextmanager
def errors_told(command: str) -> Iterator[None]:
    """Within the block, what the database refuses ends *command* with a line that says so."""
    try:
        yield
    except StoreError as error:
        fail(f"{command}: {error}")
    except SQLAlchemyError as error:
        # The driver's own words; SQLAlchemy's would add lines of SQL and a link.
        reason = getattr(error, "orig", None) or error
        fail(f"{command}: {' '.join(str(reason).split())}")


def upgrade() -> None:
    """Bring the database to the newest tables."""
    with errors_told("tutor db"):
        upgrade_database(database_url())
    click.echo(translate("The database is up to date."))


def backup(path: Path) -> None:
    """Copy the database to *path*, where nothing is yet."""
    if path.exists():
        refusal = translate("%(path)s is there already and is not overwritten: name another file.", path=path)
        fail(f"tutor db backup: {refusal}")
    with errors_told("tutor db"):
        copy_database(database_url(), path)
    click.echo(translate("The database has been copied to %(path)s.", path=path))
