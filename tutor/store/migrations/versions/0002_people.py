"""People and what they practise: browsers, recovery codes, sittings, attempts, reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def owner() -> sa.Column[int]:
    """Whose row it is."""
    return sa.Column("person_id", sa.Integer(), nullable=False)


def owned(table: str) -> sa.ForeignKeyConstraint:
    """The rows of *table* go with their owner."""
    return sa.ForeignKeyConstraint(
        ["person_id"], ["people.id"], name=op.f(f"fk_{table}_person_id_people"), ondelete="CASCADE"
    )


def moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    """A moment in UTC."""
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=True),
        sa.Column("folded", sa.String(120), nullable=True),
        sa.Column("password", sa.String(255), nullable=True),
        sa.Column("settings", sa.Text(), nullable=False),
        moment("created"),
        moment("seen"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("folded", name=op.f("uq_people_folded")),
    )
    op.create_table(
        "browsers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        owner(),
        moment("created"),
        owned("browsers"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_browsers")),
        sa.UniqueConstraint("key", name=op.f("uq_browsers_key")),
    )
    op.create_index(op.f("ix_browsers_person_id"), "browsers", ["person_id"])
    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.Integer(), nullable=False),
        owner(),
        sa.Column("digest", sa.String(64), nullable=False),
        moment("used", nullable=True),
        owned("recovery_codes"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_codes")),
        sa.UniqueConstraint("person_id", "digest", name=op.f("uq_recovery_codes_person_id_digest")),
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer(), nullable=False),
        owner(),
        sa.Column("code", sa.String(240), nullable=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        moment("created"),
        moment("updated"),
        owned("sittings"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sittings")),
        sa.UniqueConstraint("person_id", "code", name=op.f("uq_sittings_person_id_code")),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        owner(),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("code", sa.String(240), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(8), nullable=False),
        sa.Column("best", sa.Boolean(), nullable=False),
        sa.Column("loss_points", sa.Double(), nullable=False),
        sa.Column("loss_tricks", sa.Double(), nullable=True),
        sa.Column("themes", sa.Text(), nullable=False),
        sa.Column("help", sa.Integer(), nullable=False),
        moment("created"),
        owned("attempts"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_person_id"), "attempts", ["person_id"])
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        owner(),
        sa.Column("code", sa.String(240), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        moment("due"),
        owned("reviews"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
        sa.UniqueConstraint("person_id", "code", "place", name=op.f("uq_reviews_person_id_code_place")),
    )
    op.create_index(op.f("ix_reviews_due"), "reviews", ["due"])


def downgrade() -> None:
    for table in ("reviews", "attempts", "sittings", "recovery_codes", "browsers", "people"):
        op.drop_table(table)
