"""How strong solvers and how hard puzzles are, first tries, puzzles of the day and timed runs."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def figures(*names: str, nullable: bool = False) -> list[sa.Column[float]]:
    """Numbers with decimals."""
    return [sa.Column(name, sa.Double(), nullable=nullable) for name in names]


def numbers(*names: str) -> list[sa.Column[int]]:
    """Whole numbers."""
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def slug() -> sa.Column[str]:
    """Which puzzle."""
    return sa.Column("slug", sa.String(120), nullable=False)


def moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    """A moment in UTC."""
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def owned(table: str) -> sa.ForeignKeyConstraint:
    """A row of *table* goes with its person."""
    name = op.f(f"fk_{table}_person_id_people")
    return sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "solver_ratings",
        *numbers("person_id"),
        *figures("rating", "deviation", "volatility"),
        *numbers("tries"),
        moment("rated"),
        owned("solver_ratings"),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_solver_ratings")),
    )
    op.create_table(
        "puzzle_ratings",
        slug(),
        *figures("rating", "deviation", "volatility", "start"),
        *numbers("tries"),
        moment("rated"),
        sa.PrimaryKeyConstraint("slug", name=op.f("pk_puzzle_ratings")),
    )
    op.create_table(
        "puzzle_tries",
        *numbers("id", "person_id"),
        slug(),
        sa.Column("solved", sa.Boolean(), nullable=False),
        *numbers("help"),
        sa.Column("reason", sa.String(16), nullable=False),
        *figures("before", "after", "deviation", "puzzle_before", "puzzle_after", nullable=True),
        moment("created"),
        owned("puzzle_tries"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_tries")),
        sa.UniqueConstraint("person_id", "slug", name=op.f("uq_puzzle_tries_person_id_slug")),
    )
    op.create_table(
        "daily_puzzles",
        *numbers("id", "person_id"),
        sa.Column("day", sa.Date(), nullable=False),
        slug(),
        owned("daily_puzzles"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_puzzles")),
        sa.UniqueConstraint("person_id", "day", name=op.f("uq_daily_puzzles_person_id_day")),
    )
    _make_runs()


def _make_runs() -> None:
    op.create_table(
        "puzzle_runs",
        *numbers("id"),
        sa.Column("code", sa.String(32), nullable=False),
        *numbers("person_id", "seconds", "seed"),
        sa.Column("slugs", sa.Text(), nullable=False),
        sa.Column("results", sa.Text(), nullable=False),
        moment("started"),
        moment("finished", nullable=True),
        owned("puzzle_runs"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_runs")),
        sa.UniqueConstraint("code", name=op.f("uq_puzzle_runs_code")),
    )
    op.create_index(op.f("ix_puzzle_runs_person_id"), "puzzle_runs", ["person_id"])


def downgrade() -> None:
    for table in ("puzzle_runs", "daily_puzzles", "puzzle_tries", "puzzle_ratings", "solver_ratings"):
        op.drop_table(table)
