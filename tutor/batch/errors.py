"""Why a batch ends before its input does."""

from tutor.messages import Message


class BatchError(Exception):
    """The batch cannot go on. What is written so far stays, and running it again goes on from there.

    Attributes:
        message: the whole sentence for people.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class RefusedError(BatchError):
    """What was asked for cannot be done; nothing was changed."""
