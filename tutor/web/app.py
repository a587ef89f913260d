"""The application factory."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_wtf import CSRFProtect

from tutor import resources
from tutor.coach import words
from tutor.web import (
    again,
    language,
    limits,
    problems,
    proxies,
    puzzle_run,
    puzzle_standing,
    security,
    settings,
    storage,
    visitors,
)
from tutor.web.analyse import analyse
from tutor.web.api import api
from tutor.web.comments import comments
from tutor.web.editor import editor
from tutor.web.hands import hands
from tutor.web.home import home
from tutor.web.keeping import keeping
from tutor.web.moderating import moderating
from tutor.web.my_hands import my_hands
from tutor.web.people import people
from tutor.web.posting import posting
from tutor.web.practise import practise
from tutor.web.progress import progress
from tutor.web.puzzle_replay import replay
from tutor.web.puzzles import puzzles
from tutor.web.requests import FormRequest
from tutor.web.retrying import retrying
from tutor.web.sharing import sharing
from tutor.web.uploads import uploads


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app.

    Args:
        config: settings that override the defaults and the environment (``DRAWBRIDGE_…``). ``INSTANCE_PATH`` is the
            folder for the secret key; the default is the user's data folder.

    Raises:
        SettingError: when a setting has a value that it cannot have.
        StoreError: when the database's address is not one of a supported database.
        OSError: when no secret key is given and none can be kept.
    """
    given = dict(config or {})
    app = Flask(
        "tutor.web",
        template_folder=str(resources.folder("templates")),
        instance_path=given.pop("INSTANCE_PATH", None) or settings.default_instance(),
    )
    app.request_class = FormRequest
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["visible"] = words.visible
    assert isinstance(app.json, DefaultJSONProvider)
    app.json.sort_keys = False  # seats, strains and cards keep the order of the game
    settings.configure(app, given)
    proxies.init_app(app)
    storage.init_app(app)
    language.init_app(app)
    security.init_app(app)
    problems.init_app(app)
    csrf = CSRFProtect(app)
    csrf.exempt(api)  # programs carry no session cookie that a foreign page could ride on
    visitors.init_app(app)
    again.init_app(app)
    puzzle_run.init_app(app)
    puzzle_standing.init_app(app)
    limits.init_app(app)  # after the tokens: what a foreign page sends does not count as a try
    for blueprint in (
        home,
        analyse,
        retrying,
        sharing,
        editor,
        keeping,
        my_hands,
        uploads,
        practise,
        hands,
        again.again,
        progress,
        replay,
        puzzles,
        posting,
        comments,
        moderating,
        people,
        api,
    ):
        app.register_blueprint(blueprint)
    return app
