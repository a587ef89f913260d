"""What Alembic runs: the migrations, on the connection it was given or on the database of the environment."""

from alembic import context
from sqlalchemy import Connection

from tutor.store.database import database_url, open_engine
from tutor.store.models import Base


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite cannot alter most of a table: Alembic then makes a new one and moves the rows.
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    # Started by a developer: ``alembic revision --autogenerate``.
    with open_engine(database_url()).begin() as own:
        run(own)
