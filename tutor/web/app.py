"""The application factory."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_wtf import CSRFProtect

from tutor import resources
from tutor.coach import words
from tutor.web import language, limits, problems, proxies, security, settings, storage
from tutor.web.again import views as again
from tutor.web.analyse.editor import editor
from tutor.web.analyse.keeping import keeping
from tutor.web.analyse.sharing import sharing
from tutor.web.analyse.views import analyse
from tutor.web.api import api
from tutor.web.home import home
from tutor.web.my_hands.uploads import uploads
from tutor.web.my_hands.views import my_hands
from tutor.web.people import visitors
from tutor.web.people.progress import progress
from tutor.web.people.views import people
from tutor.web.practise.hands import hands
from tutor.web.practise.views import practise
from tutor.web.puzzles import run as puzzle_run
from tutor.web.puzzles import standing as puzzle_standing
from tutor.web.puzzles.comments import comments
from tutor.web.puzzles.moderating import moderating
from tutor.web.puzzles.posting import posting
from tutor.web.puzzles.replay import replay
from tutor.web.puzzles.views import puzzles
from tutor.web.requests import FormRequest
from tutor.web.retry.views import retrying


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
