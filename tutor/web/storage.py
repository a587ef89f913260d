"""The app's door to the store."""

from flask import Flask, abort

from tutor import store
from tutor.notation.record import Record
from tutor.store import Source, db


def init_app(app: Flask) -> None:
    """Join *app* to its database: the setting ``DATABASE`` (``DRAWBRIDGE_DATABASE``), or the store's own default."""
    store.init_app(app, app.config.get("DATABASE"))


def keep(record: Record, source: Source) -> str:
    """Store *record* for good and give its slug."""
    slug = store.save_record(db.session, record, source=source)
    db.session.commit()
    return slug


def find(slug: str) -> Record:
    """The record under *slug*; ends the request with 404 when there is none."""
    record = store.load_record(db.session, slug)
    if record is None:
        abort(404)
    return record
