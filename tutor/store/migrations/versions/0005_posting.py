"""Puzzles that people post, what is said about them, and those who look after both."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TAKEN = sa.text("state IN ('posted', 'hidden')")


def number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    """A whole number."""
    return sa.Column(name, sa.Integer(), nullable=nullable)


def words(name: str, length: int | None = None, *, nullable: bool = False) -> sa.Column[str]:
    """A text, of *length* characters at most."""
    return sa.Column(name, sa.Text() if length is None else sa.String(length), nullable=nullable)


def moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    """A moment in UTC."""
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def belongs(table: str, column: str, to: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    """*column* of *table* names a row of the table *to*."""
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}_{to}"), ondelete=ondelete)


def index(table: str, *columns: str) -> None:
    """An index of *table* over *columns*."""
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, list(columns))


def upgrade() -> None:
    _make_puzzles()
    _make_comments()
    _make_moderation()


def _make_puzzles() -> None:
    op.create_table(
        "posted_puzzles",
        number("id"),
        words("slug", 32),
        number("person_id", nullable=True),
        words("document"),
        words("kind", 16),
        words("themes"),
        number("level", nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        words("likeness", 64, nullable=True),
        words("state", 16),
        words("note"),
        moment("created"),
        moment("updated"),
        moment("posted", nullable=True),
        number("version"),
        belongs("posted_puzzles", "person_id", "people", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posted_puzzles")),
        sa.UniqueConstraint("slug", name=op.f("uq_posted_puzzles_slug")),
    )
    op.create_index(
        op.f("ix_posted_puzzles_likeness"),
        "posted_puzzles",
        ["likeness"],
        unique=True,
        sqlite_where=TAKEN,
        postgresql_where=TAKEN,
    )
    index("posted_puzzles", "person_id", "updated")
    index("posted_puzzles", "state", "posted")
    pool = op.create_table(
        "puzzle_pool",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        number("changes"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_pool")),
    )
    op.bulk_insert(pool, [{"id": 1, "changes": 0}])


def _make_comments() -> None:
    op.create_table(
        "comments",
        number("id"),
        words("slug", 32),
        number("person_id"),
        words("puzzle", 240),
        words("text"),
        words("state", 16),
        words("note"),
        moment("created"),
        belongs("comments", "person_id", "people"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
        sa.UniqueConstraint("slug", name=op.f("uq_comments_slug")),
    )
    index("comments", "person_id")
    index("comments", "puzzle", "id")


def _make_moderation() -> None:
    op.create_table(
        "reports",
        number("id"),
        number("person_id"),
        number("puzzle_id", nullable=True),
        number("comment_id", nullable=True),
        words("reason"),
        words("state", 16),
        moment("created"),
        moment("decided", nullable=True),
        belongs("reports", "person_id", "people"),
        belongs("reports", "puzzle_id", "posted_puzzles"),
        belongs("reports", "comment_id", "comments"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sa.UniqueConstraint("person_id", "puzzle_id", name=op.f("uq_reports_person_id_puzzle_id")),
        sa.UniqueConstraint("person_id", "comment_id", name=op.f("uq_reports_person_id_comment_id")),
    )
    for columns in (("puzzle_id",), ("comment_id",), ("state", "id")):
        index("reports", *columns)
    op.create_table(
        "administrators",
        sa.Column("person_id", sa.Integer(), autoincrement=False, nullable=False),
        moment("created"),
        belongs("administrators", "person_id", "people"),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_administrators")),
    )
    op.create_table(
        "moderations",
        number("id"),
        number("person_id", nullable=True),
        words("puzzle", 240),
        words("comment", 32),
        words("action", 16),
        words("reason"),
        moment("created"),
        belongs("moderations", "person_id", "people", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moderations")),
    )
    index("moderations", "person_id")


def downgrade() -> None:
    for table in ("moderations", "administrators", "reports", "comments", "puzzle_pool", "posted_puzzles"):
        op.drop_table(table)
