"""The database of a Flask app: ``init_app(app)``, then ``db.session`` within a request."""

from inspect import iscoroutinefunction

from flask import Flask
from flask_sqlalchemy_lite import SQLAlchemy

from tutor.store.database import database_url, engine_options, prepare

db = SQLAlchemy()


def init_app(app: Flask, url: str | None = None) -> None:
    """Join *app* to the database at *url* (default: :func:`tutor.store.database_url`). It opens no connection yet.

    Raises:
        StoreError: when *url* is not the address of a supported database.
    """
    app.config["SQLALCHEMY_ENGINES"] = {"default": engine_options(url or database_url())}
    db.init_app(app)
    # The package would close its asynchronous sessions after each request, in a thread and an event loop made for that;
    # there are none.
    app.teardown_appcontext_funcs = [each for each in app.teardown_appcontext_funcs if not iscoroutinefunction(each)]
    with app.app_context():
        prepare(db.engine)
