"""Which language a page is in, for Flask-Babel and for :mod:`tutor.messages` alike."""

from contextlib import ExitStack
from gettext import NullTranslations
from typing import Final

from babel import Locale
from flask import Flask, Response, current_app, g, has_request_context, request
from flask_babel import Babel, get_locale, get_translations

from tutor.messages import use_translations

RIGHT_TO_LEFT: Final = "rtl"
LEFT_TO_RIGHT: Final = "ltr"


def languages(app: Flask) -> list[str]:
    """The languages that *app* has translations for, English always among them."""
    babel = app.extensions["babel"].instance
    with app.app_context():
        return sorted({"en", *(str(locale) for locale in babel.list_translations())})


def select() -> str | None:
    """The language asked for: ``?lang=``, else the best of what the browser accepts."""
    if not has_request_context():
        return None
    known: list[str] = current_app.config["LANGUAGES"]
    wanted = request.args.get("lang", "")
    return wanted if wanted in known else request.accept_languages.best_match(known, "en")


def bind() -> None:
    """Make the rules', readers' and coach's sentences speak the request's language."""
    g.translations = get_translations()
    g.language_stack = ExitStack()
    g.language_stack.enter_context(use_translations(g.translations))


def speak(app: Flask) -> None:
    """Let the templates of *app* translate by what :func:`bind` found: Flask-Babel would find it anew each time."""

    def bound() -> NullTranslations:
        found: NullTranslations
        try:
            found = g.translations
        except AttributeError:  # a page outside of a request
            found = get_translations()
        return found

    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined] # by the extension that Flask-Babel adds
        gettext=lambda text: bound().gettext(text),
        ngettext=lambda one, many, count: bound().ngettext(one, many, count),
        pgettext=lambda context, text: bound().pgettext(context, text),
        npgettext=lambda context, one, many, count: bound().npgettext(context, one, many, count),
        newstyle=True,
    )


def unbind(_error: BaseException | None) -> None:
    """Leave the request's language."""
    stack: ExitStack | None = g.pop("language_stack", None)
    if stack is not None:
        stack.close()


def vary(response: Response) -> Response:
    """Tell caches that what is answered depends on the browser's languages."""
    if request.endpoint != "static":
        response.vary.add("Accept-Language")
    return response


def page_language() -> dict[str, str]:
    """What a template needs for the attributes ``lang`` and ``dir`` of a page."""
    locale = get_locale() or Locale("en")
    direction = RIGHT_TO_LEFT if locale.text_direction == RIGHT_TO_LEFT else LEFT_TO_RIGHT
    return {"language": str(locale).replace("_", "-"), "direction": direction}


def init_app(app: Flask) -> None:
    """Choose and bind a language for every request of *app*."""
    Babel(app, locale_selector=select)
    speak(app)
    app.config["LANGUAGES"] = languages(app)
    app.before_request(bind)
    app.after_request(vary)
    app.teardown_request(unbind)
    app.context_processor(page_language)
