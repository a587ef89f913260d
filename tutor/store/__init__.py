"""What is kept in the database: records, each under a short link that cannot be guessed.

``save_record`` and ``load_record`` take a SQLAlchemy session; the caller commits. ``upgrade`` brings a database to
the newest tables, ``backup`` copies a SQLite one while it is in use. A Flask app is joined to its database by
``init_app`` and then finds its session at ``db.session``.
"""

from tutor.store.database import StoreError, database_url, open_engine
from tutor.store.extension import db, init_app
from tutor.store.maintenance import backup, downgrade, upgrade
from tutor.store.models import Base, StoredRecord
from tutor.store.records import SOURCES, Source, latest_records, load_record, save_record

__all__ = [
    "SOURCES",
    "Base",
    "Source",
    "StoreError",
    "StoredRecord",
    "backup",
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
