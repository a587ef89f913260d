"""The tables of the hands that people keep to study, and of the files of many games that they send."""

from datetime import date, datetime
from typing import Final

from sqlalchemy import Date, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from tutor.store.models import ACTION_LENGTH, CODE_LENGTH, LABEL_LENGTH, Base, StoredRecord, UTCDateTime, now

OPEN: Final = ("waiting", "working")
"""The states of an upload with something left to do."""

CONTRACT_LENGTH: Final = 8
"""The most characters of a contract with its declarer: ``4SXXN``."""

FOLDED_TITLE_LENGTH: Final = 18 * LABEL_LENGTH
"""One character becomes 18 at most when it is folded (U+FDFA in the form NFKC)."""


class StudiedHand(Base):
    """A record that a person keeps, with the lines tried out beside it and what the coach found.

    What is counted for each seat stands twice, North's and South's. All that is counted is None until the hand is
    analysed.

    Attributes:
        id: the database's own number; never shown.
        slug: the last part of its own link, drawn at random as a record's, and the link of no record.
        person_id: whose it is.
        record_id: the record.
        upload_id: the file it came with; None when it was saved by itself.
        title: what the person calls it; "" when they gave no name.
        seat: which side is the person's own: ``N``, ``S``, or "" for both.
        listed: whether everybody may find it, not only those who have its link.
        lines: the lines tried out, as JSON: ``[{"ply": 12, "actions": ["SQ", "S3"], "name": ""}]``.
        rules: the ruleset in words by which it is judged.
        opponent: whom the calls are judged against, ``perfect`` or ``natural``.
        day: when it was played, where the record says so, else when it was kept.
        folded_title: the title as a search compares it, see :func:`tutor.store.hands.folded`.
        words: names, event and what else the record says in its tags, folded so.
        contract: the contract with its declarer, as ``4SXN``; "" without one.
        tricks: declarer's tricks; None without a contract or an end.
        score: points, North's less South's; None when the deal has no end.
        north_mistakes: how many of the seat's decisions changed the score.
        south_mistakes: South's.
        north_points: points that the seat gave away.
        south_points: South's.
        north_right: how many of the decisions that mattered lost nothing.
        south_right: South's.
        north_counted: how many decisions mattered.
        south_counted: South's.
        turning_ply: the ply of the decision that decided the deal; None without a mistake.
        analysed: when the coach was done; None before that.
        created: when it was kept.
        updated: when the person last changed it.
        version: how often it was changed, 1 when it was made; a form that shows an older one is stale.
    """

    __tablename__ = "hands"
    __table_args__ = (UniqueConstraint("person_id", "record_id"), Index(None, "person_id", "day"))

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    record_id: Mapped[int] = mapped_column(ForeignKey("records.id"), index=True)
    upload_id: Mapped[int | None] = mapped_column(ForeignKey("uploads.id", ondelete="SET NULL"), index=True)
    title: Mapped[str] = mapped_column(String(LABEL_LENGTH), default="")
    seat: Mapped[str] = mapped_column(String(1), default="")
    listed: Mapped[bool] = mapped_column(default=False)
    lines: Mapped[str] = mapped_column(Text, default="[]")
    rules: Mapped[str] = mapped_column(String(CODE_LENGTH))
    opponent: Mapped[str] = mapped_column(String(8), default="perfect")
    day: Mapped[date] = mapped_column(Date)
    folded_title: Mapped[str] = mapped_column(String(FOLDED_TITLE_LENGTH), default="")
    words: Mapped[str] = mapped_column(Text, default="")
    contract: Mapped[str] = mapped_column(String(CONTRACT_LENGTH), default="")
    tricks: Mapped[int | None]
    score: Mapped[int | None]
    north_mistakes: Mapped[int | None]
    south_mistakes: Mapped[int | None]
    north_points: Mapped[int | None]
    south_points: Mapped[int | None]
    north_right: Mapped[int | None]
    south_right: Mapped[int | None]
    north_counted: Mapped[int | None]
    south_counted: Mapped[int | None]
    turning_ply: Mapped[int | None]
    analysed: Mapped[datetime | None] = mapped_column(UTCDateTime)
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    updated: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    version: Mapped[int] = mapped_column(default=1)

    # Asked for by name where it is needed: a list of hands does without the documents.
    record: Mapped[StoredRecord] = relationship(lazy="raise_on_sql", viewonly=True)


class FormerLink(Base):
    """A link that once led to a hand which another hand of the same person took in; it leads to that one now.

    It goes with the hand, and no link that is drawn afresh is the same while it is there.

    Attributes:
        slug: the last part of the link.
        hand_id: the hand that took the place of the one that was there.
    """

    __tablename__ = "former_links"

    slug: Mapped[str] = mapped_column(String(32), primary_key=True)
    hand_id: Mapped[int] = mapped_column(ForeignKey("hands.id", ondelete="CASCADE"), index=True)


class HandMistake(Base):
    """A decision in a kept hand that changed the deal's score.

    Attributes:
        id: the database's own number.
        hand_id: the hand.
        ply: the number of the recorded action, 0 the first of all.
        seat: who took it, ``N`` or ``S``.
        phase: ``auction`` or ``play``.
        action: what was called or played, in short form.
        loss_points: points it gave away, 1 or more.
        loss_tricks: tricks it gave away, 0 in the auction.
        themes: names of the ideas that the coach recognised in it, parted by spaces.
    """

    __tablename__ = "hand_mistakes"

    id: Mapped[int] = mapped_column(primary_key=True)
    hand_id: Mapped[int] = mapped_column(ForeignKey("hands.id", ondelete="CASCADE"), index=True)
    ply: Mapped[int]
    seat: Mapped[str] = mapped_column(String(1))
    phase: Mapped[str] = mapped_column(String(8))
    action: Mapped[str] = mapped_column(String(ACTION_LENGTH))
    loss_points: Mapped[int]
    loss_tricks: Mapped[int]
    themes: Mapped[str] = mapped_column(Text)

    @property
    def theme_names(self) -> tuple[str, ...]:
        """The themes one by one."""
        return tuple(self.themes.split())


class Upload(Base):
    """A file of games that is analysed in the background.

    Attributes:
        id: the database's own number; never shown.
        slug: the last part of its link, drawn at random.
        person_id: whose it is.
        name: the file's name, shortened.
        content: its bytes; None when nothing is left to do.
        rules: the ruleset in words by which the games are judged; "" for what each says.
        opponent: whom the calls are judged against.
        seat: the person's own side in all games, ``N`` or ``S``; "" for both, or where *player* tells.
        player: the person's name as the games have it, which tells the side in each; "" when it was not given.
        state: one of :data:`tutor.store.uploads.STATES`.
        games: how many games the file holds; None before it was read.
        place: how many of those that could be read have been dealt with, in the order of the file.
        done: how many of these are analysed and kept.
        repeated: how many were among the person's hands already.
        faulty: how many could not be taken.
        worker: the key of the worker that has it; "" when none has.
        tries: how often a worker took it since anything was written for it: more than once when one was lost.
        created: when it was sent.
        started: when a worker first took it.
        finished: when nothing was left to do.
        heartbeat: when its worker was last heard of.
    """

    __tablename__ = "uploads"
    __table_args__ = (Index(None, "state", "created"), Index(None, "person_id", "created"))

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(LABEL_LENGTH))
    # Megabytes that a list of uploads has no use for.
    content: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    rules: Mapped[str] = mapped_column(String(CODE_LENGTH), default="")
    opponent: Mapped[str] = mapped_column(String(8), default="perfect")
    seat: Mapped[str] = mapped_column(String(1), default="")
    player: Mapped[str] = mapped_column(String(LABEL_LENGTH), default="")
    state: Mapped[str] = mapped_column(String(16), default="waiting")
    games: Mapped[int | None]
    place: Mapped[int] = mapped_column(default=0)
    done: Mapped[int] = mapped_column(default=0)
    repeated: Mapped[int] = mapped_column(default=0)
    faulty: Mapped[int] = mapped_column(default=0)
    worker: Mapped[str] = mapped_column(String(32), default="")
    tries: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    started: Mapped[datetime | None] = mapped_column(UTCDateTime)
    finished: Mapped[datetime | None] = mapped_column(UTCDateTime)
    heartbeat: Mapped[datetime | None] = mapped_column(UTCDateTime)

    @property
    def open(self) -> bool:
        """Whether something is left to do."""
        return self.state in OPEN


class UploadFault(Base):
    """Something wrong with an uploaded file.

    Attributes:
        id: the database's own number.
        upload_id: the upload.
        game: which game of the file it spoils, 1 the first; None when it spoils none.
        line: the line it is on, 1 the first; None when it has no place.
        message: the sentence and its values as JSON, see :func:`tutor.store.uploads.written_message`.
    """

    __tablename__ = "upload_faults"

    id: Mapped[int] = mapped_column(primary_key=True)
    upload_id: Mapped[int] = mapped_column(ForeignKey("uploads.id", ondelete="CASCADE"), index=True)
    game: Mapped[int | None]
    line: Mapped[int | None]
    message: Mapped[str] = mapped_column(Text)
