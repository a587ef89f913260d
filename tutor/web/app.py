"""The application factory."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_wtf import CSRFProtect

from tutor import resources
from tutor.web import language, problems, security, settings, storage, words
from tutor.web.analyse import analyse
from tutor.web.api import api
from tutor.web.home import home
from tutor.web.practise import practise
from tutor.web.puzzles import puzzles
from tutor.web.requests import FormRequest


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app.

    Args:
        config: settings that override the defaults and the environment (``DRAWBRIDGE_…``). ``INSTANCE_PATH`` is the
            folder for the secret key; the default is the user's data folder.
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
    storage.init_app(app)
    language.init_app(app)
    security.init_app(app)
    problems.init_app(app)
    csrf = CSRFProtect(app)
    csrf.exempt(api)  # programs carry no session cookie that a foreign page could ride on
    for blueprint in (home, analyse, practise, puzzles, api):
        app.register_blueprint(blueprint)
    return app
