"""A decision is told by the calls and cards before it: attempts and reviews keep them."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OLD, NEW = "uq_reviews_person_id_code_place", "uq_reviews_person_id_code_place_before"


def upgrade() -> None:
    for table in ("attempts", "reviews"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("before", sa.Text(), nullable=False, server_default=""))
    # A review's schedule has named them all along; of an old attempt they are not known.
    reviews = sa.table("reviews", sa.column("id", sa.Integer), sa.column("card", sa.Text), sa.column("before", sa.Text))
    connection = op.get_bind()
    for number, card in connection.execute(sa.select(reviews.c.id, reviews.c.card)).all():
        before = _before(card)
        if before:
            connection.execute(sa.update(reviews).where(reviews.c.id == number).values(before=before))
    with op.batch_alter_table("attempts") as batch:
        batch.alter_column("before", existing_type=sa.Text(), existing_nullable=False, server_default=None)
    with op.batch_alter_table("reviews") as batch:
        batch.alter_column("before", existing_type=sa.Text(), existing_nullable=False, server_default=None)
        batch.drop_constraint(OLD, type_="unique")
        batch.create_unique_constraint(NEW, ["person_id", "code", "place", "before"])


def _before(card: str) -> str:
    try:
        return " ".join(str(each) for each in json.loads(card)["before"])
    except (ValueError, KeyError, TypeError):
        return ""


def downgrade() -> None:
    # Of the reviews at one place the last made stays, as it was before.
    op.execute("DELETE FROM reviews WHERE id NOT IN (SELECT max(id) FROM reviews GROUP BY person_id, code, place)")
    with op.batch_alter_table("reviews") as batch:
        batch.drop_constraint(NEW, type_="unique")
        batch.create_unique_constraint(OLD, ["person_id", "code", "place"])
        batch.drop_column("before")
    with op.batch_alter_table("attempts") as batch:
        batch.drop_column("before")
