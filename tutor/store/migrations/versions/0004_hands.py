"""Hands that people keep to study, their mistakes, and the files of games that they send."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

FIGURES = (
    "north_mistakes",
    "south_mistakes",
    "north_points",
    "south_points",
    "north_right",
    "south_right",
    "north_counted",
    "south_counted",
    "turning_ply",
)


def number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    """A whole number."""
    return sa.Column(name, sa.Integer(), nullable=nullable)


def words(name: str, length: int | None = None) -> sa.Column[str]:
    """A text, of *length* characters at most."""
    return sa.Column(name, sa.Text() if length is None else sa.String(length), nullable=False)


def moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    """A moment in UTC."""
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def belongs(table: str, column: str, to: str, ondelete: str | None = "CASCADE") -> sa.ForeignKeyConstraint:
    """*column* of *table* names a row of the table *to*."""
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}_{to}"), ondelete=ondelete)


def upgrade() -> None:
    _make_uploads()
    _make_hands()
    op.create_table(
        "hand_mistakes",
        number("id"),
        number("hand_id"),
        number("ply"),
        words("seat", 1),
        words("phase", 8),
        words("action", 8),
        number("loss_points"),
        number("loss_tricks"),
        words("themes"),
        belongs("hand_mistakes", "hand_id", "hands"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand_mistakes")),
    )
    op.create_index(op.f("ix_hand_mistakes_hand_id"), "hand_mistakes", ["hand_id"])


def _make_uploads() -> None:
    op.create_table(
        "uploads",
        number("id"),
        words("slug", 32),
        number("person_id"),
        words("name", 120),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        words("rules", 240),
        words("opponent", 8),
        words("seat", 1),
        words("player", 120),
        words("state", 16),
        number("games", nullable=True),
        *(number(name) for name in ("place", "done", "repeated", "faulty")),
        words("worker", 32),
        number("tries"),
        moment("created"),
        *(moment(name, nullable=True) for name in ("started", "finished", "heartbeat")),
        belongs("uploads", "person_id", "people"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
        sa.UniqueConstraint("slug", name=op.f("uq_uploads_slug")),
    )
    op.create_index(op.f("ix_uploads_state_created"), "uploads", ["state", "created"])
    op.create_index(op.f("ix_uploads_person_id_created"), "uploads", ["person_id", "created"])
    op.create_table(
        "upload_faults",
        number("id"),
        number("upload_id"),
        number("game", nullable=True),
        number("line", nullable=True),
        words("message"),
        belongs("upload_faults", "upload_id", "uploads"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload_faults")),
    )
    op.create_index(op.f("ix_upload_faults_upload_id"), "upload_faults", ["upload_id"])


def _make_hands() -> None:
    op.create_table(
        "hands",
        number("id"),
        words("slug", 32),
        number("person_id"),
        number("record_id"),
        number("upload_id", nullable=True),
        words("title", 120),
        words("seat", 1),
        sa.Column("listed", sa.Boolean(), nullable=False),
        words("lines"),
        words("rules", 240),
        words("opponent", 8),
        sa.Column("day", sa.Date(), nullable=False),
        words("folded_title", 2160),
        words("words"),
        words("contract", 8),
        *(number(name, nullable=True) for name in ("tricks", "score", *FIGURES)),
        moment("analysed", nullable=True),
        moment("created"),
        moment("updated"),
        number("version"),
        belongs("hands", "person_id", "people"),
        belongs("hands", "record_id", "records", None),
        belongs("hands", "upload_id", "uploads", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hands")),
        sa.UniqueConstraint("slug", name=op.f("uq_hands_slug")),
        sa.UniqueConstraint("person_id", "record_id", name=op.f("uq_hands_person_id_record_id")),
    )
    op.create_index(op.f("ix_hands_person_id_day"), "hands", ["person_id", "day"])
    for column in ("record_id", "upload_id"):
        op.create_index(op.f(f"ix_hands_{column}"), "hands", [column])


def downgrade() -> None:
    for table in ("hand_mistakes", "hands", "upload_faults", "uploads"):
        op.drop_table(table)
