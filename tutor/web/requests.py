"""Requests: forms in too many parts are told apart from texts that are too long."""

from typing import IO, TypeAlias

from flask import Request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

Form: TypeAlias = tuple[IO[bytes], MultiDict[str, str], MultiDict[str, FileStorage]]


class TooManyParts(RequestEntityTooLarge):
    """A form in more parts than are read."""


class FormReader(FormDataParser):
    """The HTTP library's reader of forms; it says when it was the number of parts that it did not take."""

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: dict[str, str] | None = None
    ) -> Form:
        """As the HTTP library has it.

        Raises:
            TooManyParts: when there are more parts than ``MAX_FORM_PARTS``.
            RequestEntityTooLarge: when the whole is too long.
        """
        try:
            return super().parse(stream, mimetype, content_length, options)
        except RequestEntityTooLarge:
            # One error for three limits. Those on length are the same number; where that was not reached, it is the
            # number of parts.
            if self.max_content_length is not None and stream.tell() < self.max_content_length:
                raise TooManyParts from None
            raise


class FormRequest(Request):
    """A request whose forms are read by :class:`FormReader`."""

    form_data_parser_class = FormReader
