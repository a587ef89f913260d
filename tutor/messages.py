"""Words for people, kept as a sentence and its facts until somebody reads them.

The rules and the readers of text do not know which language the person at the page speaks. They make a
:class:`Message`: an English sentence with named places, and the values for them. Whoever shows it decides the
language by :func:`use_translations`; without that it reads as English.

A value may be a :class:`Mark`: something that a page or a terminal draws in its own way, as a card.
:meth:`Message.parts` gives the sentence cut at its marks.

``N_("…")`` marks a sentence for extraction and returns it unchanged; ``P_("…", "…")`` marks one that has a plural, for
:meth:`Message.counted`. What the extraction tools must be told to look for is in ``babel.cfg``.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

_ENGLISH = gettext.NullTranslations()
_current: ContextVar[gettext.NullTranslations] = ContextVar("translations", default=_ENGLISH)

# While a sentence is cut into parts, each mark in it leaves its number between two characters that no text has: they
# are of the private use area, and what is read from outside never gets into a sentence's marks.
_OPEN, _CLOSE = "\ue000", "\ue001"
_PLACE = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")
_marks: ContextVar["list[Mark] | None"] = ContextVar("marks", default=None)


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's extraction tools look for
    """Mark *sentence* for translation; returns it as it is."""
    return sentence


def P_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - beside N_
    """Mark the two forms of a sentence that counts something, for one of it and for many; returns both."""
    return one, many


@contextmanager
def use_translations(translations: gettext.NullTranslations) -> Iterator[None]:
    """Within the block, messages read in the language of *translations*."""
    token = _current.set(translations)
    try:
        yield
    finally:
        _current.reset(token)


def translate(sentence: str, /, **values: object) -> str:
    """*sentence* in the current language with *values* in its named places (``%(name)s``)."""
    text = _current.get().gettext(sentence)
    return text % values if values else text.replace("%%", "%")


def translate_plural(one: str, many: str, count: int, /, **values: object) -> str:
    """The form of the sentence that suits *count* in the current language; ``%(count)s`` is *count*."""
    return _current.get().ngettext(one, many, count) % {"count": count, **values}


class Mark:
    """A value of a :class:`Message` that whoever shows the message may draw in a way of their own.

    A subclass says in :meth:`plain` how it reads in text.
    """

    __slots__ = ()

    def plain(self) -> str:
        """The mark as text."""
        raise NotImplementedError

    def __str__(self) -> str:
        found = _marks.get()
        if found is None:
            return self.plain()
        found.append(self)
        return f"{_OPEN}{len(found) - 1}{_CLOSE}"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with named places (``%(name)s``) and the values for them; ``str`` gives it in the current language.

    Values may be messages themselves. *many* and *count* are set for a sentence that has a plural form: see
    :meth:`counted`.
    """

    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)
    many: str | None = None
    count: int = 1

    @classmethod
    def counted(cls, forms: tuple[str, str], count: int, values: Mapping[str, object] | None = None) -> "Message":
        """The message of the two *forms* that :func:`P_` marks, for *count* of what they count (``%(count)s``)."""
        one, many = forms
        return cls(one, {} if values is None else values, many, count)

    def __str__(self) -> str:
        if self.many is not None:
            return translate_plural(self.sentence, self.many, self.count, **self.values)
        return translate(self.sentence, **self.values)

    def parts(self) -> tuple[str | Mark, ...]:
        """The sentence in the current language, cut at its marks: texts, none of them empty, and the marks themselves.

        Its texts and the plain texts of its marks, joined, are the ``str`` of the message.
        """
        found: list[Mark] = []
        token = _marks.set(found)
        try:
            text = str(self)
        finally:
            _marks.reset(token)
        cut = _PLACE.split(text)  # a text, the number of a mark, a text, …
        parts = (found[int(piece)] if place % 2 else piece for place, piece in enumerate(cut))
        return tuple(part for part in parts if part != "")
