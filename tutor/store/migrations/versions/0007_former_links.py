"""Links of hands that another hand of the same person took in, and where they lead now."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "former_links",
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["hand_id"], ["hands.id"], name=op.f("fk_former_links_hand_id_hands"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("slug", name=op.f("pk_former_links")),
    )
    op.create_index(op.f("ix_former_links_hand_id"), "former_links", ["hand_id"])


def downgrade() -> None:
    op.drop_table("former_links")
