"""Recorded deals under their links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("north", sa.String(120), nullable=False),
        sa.Column("south", sa.String(120), nullable=False),
        sa.Column("unlisted", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_records")),
        sa.UniqueConstraint("slug", name=op.f("uq_records_slug")),
        sa.UniqueConstraint("digest", name=op.f("uq_records_digest")),
    )
    op.create_index(op.f("ix_records_created"), "records", ["created"])


def downgrade() -> None:
    op.drop_index(op.f("ix_records_created"), "records")
    op.drop_table("records")
