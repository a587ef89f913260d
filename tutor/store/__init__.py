"""What is kept in the database: records, each under a short link that cannot be guessed, and people's practice.

``save_record`` and ``load_record`` take a SQLAlchemy session, as do the functions of :mod:`tutor.store.people` and
:mod:`tutor.store.practice`; the caller commits. What reads and then writes begins with ``begin_writing``. ``upgrade``
brings a database to the newest tables, ``backup`` copies a SQLite one while it is in use. A Flask app is joined to its
database by ``init_app`` and then finds its session at ``db.session``.
"""

from tutor.store.database import StoreError, begin_writing, database_url, open_engine
from tutor.store.extension import db, init_app
from tutor.store.hand_models import FormerLink, HandMistake, StudiedHand, Upload, UploadFault
from tutor.store.maintenance import backup, downgrade, upgrade
from tutor.store.models import Attempt, Base, Person, Review, Sitting, StoredRecord
from tutor.store.posted_models import Comment, PostedPuzzle, Report
from tutor.store.rating_models import DailyPuzzle, PuzzleRating, PuzzleRun, PuzzleTry, SolverRating
from tutor.store.records import SOURCES, Source, latest_records, load_record, save_record

__all__ = [
    "SOURCES",
    "Attempt",
    "Base",
    "Comment",
    "DailyPuzzle",
    "FormerLink",
    "HandMistake",
    "Person",
    "PostedPuzzle",
    "PuzzleRating",
    "PuzzleRun",
    "PuzzleTry",
    "Report",
    "Review",
    "Sitting",
    "SolverRating",
    "Source",
    "StoreError",
    "StoredRecord",
    "StudiedHand",
    "Upload",
    "UploadFault",
    "backup",
    "begin_writing",
    "database_url",
    "db",
    "downgrade",
    "init_app",
    "latest_records",
    "load_record",
    "open_engine",
    "save_record",
    "upgrade",
]
