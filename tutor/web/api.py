"""The JSON API under ``/api/v1``: the same answers as the command's ``--json``, and OpenAPI 3.1 at ``openapi.json``.

Every error is ``{"errors": [{"message", "line", "column", "code"}]}``: 400 for what cannot be read, 404, 405, 413 for
a text over the limit, 422 for what can be read but is not legal, and for parameters that are not allowed. A text in
which some things cannot be read and others are not legal is 400.
"""

import copy
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any, Final, Literal

from flask import Blueprint, Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError
from spectree import Response as Answers
from spectree import SpecTree

from tutor import __version__
from tutor.cards import NORTH, SOUTH
from tutor.coach import answers
from tutor.coach.review import review as review_record
from tutor.coach.review import review_answer
from tutor.messages import N_, Message
from tutor.notation import (
    Fault,
    NamedRules,
    NotationError,
    ReadResult,
    parse_calls,
    parse_deal,
    parse_position,
    read_records,
    write_json,
    write_pbn,
)
from tutor.notation.judge import with_legal
from tutor.rules import WRITTEN, RuleError
from tutor.web import reading, storage
from tutor.web.problems import errors_json, fault_json
from tutor.web.settings import TEXT_LIMIT

api = Blueprint("api", __name__, url_prefix="/api/v1")

Json = dict[str, Any]
Opponent = Literal["perfect", "natural"]
Rules = Annotated[str, Field(description="A ruleset: `penalty`, or `penalty,stock=exposed,undertrick=100`.")]
MISSING: Final = "missing"
MOST_REVIEWED: Final = 200
"""Hands that one request may have judged: some seconds of a worker, which nobody else has meanwhile."""


class Strict(BaseModel):
    """A model that refuses what it does not know."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """One thing that is wrong."""

    message: str
    line: int | None = None
    column: int | None = None
    code: str


class Problems(BaseModel):
    """All that is wrong."""

    errors: list[Problem]


class SolveQuery(Strict):
    """What to solve."""

    position: Annotated[str, Field(description="A position line: `N-hand S-hand strain turn [card]`.")]


class SolveAnswer(BaseModel):
    """Tricks from now on, a card on the table counted."""

    tricks: dict[str, int]
    cards: dict[str, int]
    line: list[str]


class TableQuery(Strict):
    """Two hands of 13 cards."""

    deal: Annotated[str, Field(description="Two hands, `N-hand S-hand`, each spades.hearts.diamonds.clubs.")]


class TableAnswer(RootModel[dict[str, dict[str, int]]]):
    """Declarer's tricks for each declarer and strain, the opponent leading."""


class AuctionQuery(Strict):
    """A moment of an auction."""

    deal: str
    dealer: Literal["N", "S"]
    rules: Rules = "written"
    opponent: Opponent = "perfect"
    calls: Annotated[str, Field(description="The calls so far, with spaces between: `1S X`.")] = ""


class AuctionAnswer(BaseModel):
    """Scores are North's less South's."""

    rules: str
    turn: str
    calls: dict[str, int]
    best: list[str]
    line: list[str]
    value: int


class ReviewQuery(Strict):
    """How to judge the hands of a text."""

    rules: Rules = ""
    opponent: Opponent = "perfect"


class ReviewAnswer(RootModel[dict[str, Any] | list[dict[str, Any]]]):
    """The review of the hand in the text; of several hands a list, as `tutor review --json` prints it.

    In a list each has `game`, its number in the text.
    """


class ReviewProblems(Problems):
    """What is wrong with some hands of the text, and the reviews of the good ones with their numbers (`game`)."""

    reviews: list[dict[str, Any]] = []


class RecordsQuery(Strict):
    """How to judge the hands of a text."""

    rules: Rules = ""


class StoredHand(BaseModel):
    """A stored hand and where it is found; `game` is its number in the text."""

    game: int
    slug: str
    page: str
    record: str


class RecordsAnswer(BaseModel):
    """What was stored, what is wrong with the rest, and what the reader found out or took for granted."""

    records: list[StoredHand]
    errors: list[Problem]
    notes: list[Problem] = []


class RecordQuery(Strict):
    """The format of a record."""

    format: Literal["json", "pbn"] = "json"


class RecordAnswer(RootModel[dict[str, Any]]):
    """A record in the format ``drawbridge/1``."""


def refuse(_request: Any, _response: Any, error: Any, _instance: Any, _adapter: Any) -> None:
    """Answer parameters that do not fit in the shape of every other error."""
    if isinstance(error, ValidationError):
        faults = [_parameter_fault(each) for each in error.errors(include_url=False)]
        abort(errors_json(*faults, status=HTTPStatus.UNPROCESSABLE_ENTITY))


def _parameter_fault(detail: Any) -> Fault:
    name = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == MISSING:
        return Fault(Message(N_("The parameter “%(name)s” is missing."), {"name": name}), code="parameter-missing")
    if detail["type"] == "extra_forbidden":
        return Fault(Message(N_("There is no parameter “%(name)s” here."), {"name": name}), code="parameter-unknown")
    if detail["type"] == "literal_error":
        sentence = N_("The parameter “%(name)s” must be %(allowed)s.")
        values = {"name": name, "allowed": detail["ctx"]["expected"]}
        return Fault(Message(sentence, values), code="parameter-value")
    return Fault(Message(N_("The parameter “%(name)s” cannot be read."), {"name": name}), code="parameter-value")


tree = SpecTree(
    "flask",
    title="Draw Bridge tutor",
    version=__version__,
    openapi_version="3.1.0",
    mode="strict",
    before=refuse,
    validation_error_model=Problems,
    naming_strategy=lambda model: model.__name__,
    nested_naming_strategy=lambda _parent, child: child,
)


@api.errorhandler(NotationError)
def unreadable(error: NotationError) -> ResponseReturnValue:
    """What cannot be read, or is against the rules where it stands in a text."""
    return errors_json(*error.faults, status=_status(error.faults))


def _status(faults: Sequence[Fault]) -> HTTPStatus:
    """The status that tells of *faults*."""
    illegal = all(fault.illegal for fault in faults)
    return HTTPStatus.UNPROCESSABLE_ENTITY if illegal else HTTPStatus.BAD_REQUEST


@api.errorhandler(RuleError)
def illegal(error: RuleError) -> ResponseReturnValue:
    """What can be read but is against the rules."""
    return errors_json(Fault(with_legal(error), code=error.rule), status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _allowed(rules: str) -> NamedRules | None:
    """The rules of the parameter ``rules``, None for ""; ends the request with 422 when it names none."""
    try:
        return reading.chosen_rules(rules)
    except NotationError as error:
        sentence = N_("The parameter “%(name)s” cannot be taken: %(problem)s")
        faults = [
            Fault(Message(sentence, {"name": "rules", "problem": each.message}), code="parameter-value")
            for each in error.faults
        ]
        abort(errors_json(*faults, status=HTTPStatus.UNPROCESSABLE_ENTITY))


@api.get("/solve")
@tree.validate(resp=Answers(HTTP_200=SolveAnswer, HTTP_400=Problems, HTTP_422=Problems))
def solve(query: SolveQuery) -> Json:
    """What a position is worth, card by card."""
    return dict(answers.solve_json(parse_position(query.position)))


@api.get("/table")
@tree.validate(resp=Answers(HTTP_200=TableAnswer, HTTP_400=Problems, HTTP_422=Problems))
def table(query: TableQuery) -> Json:
    """The trick table of two hands."""
    return dict(answers.table_json(*_full_hands(query.deal)))


def _full_hands(text: str) -> tuple[int, int]:
    """Two hands of 13 cards (NotationError for fewer)."""
    north, south = parse_deal(text)
    if north.bit_count() != 13 or south.bit_count() != 13:
        message = Message(N_("The auction and the trick table need 13 cards in each hand."))
        raise NotationError([Fault(message, code="hand-size")])
    return north, south


@api.get("/auction")
@tree.validate(resp=Answers(HTTP_200=AuctionAnswer, HTTP_400=Problems, HTTP_422=Problems))
def auction(query: AuctionQuery) -> Json:
    """What every call leads to."""
    north, south = _full_hands(query.deal)
    chosen = _allowed(query.rules)
    ruleset = WRITTEN if chosen is None else chosen.ruleset
    calls = parse_calls(query.calls)
    dealer = NORTH if query.dealer == "N" else SOUTH
    try:
        answer = answers.auction_json(north, south, dealer, ruleset, query.opponent, [call for call, _ in calls])
    except RuleError as error:
        column = None if error.index is None else calls[error.index][1]
        fault = Fault(with_legal(error), None if column is None else 1, column, error.rule, illegal=True)
        raise NotationError([fault]) from None
    return dict(answer)


def _sent(rules: NamedRules | None) -> tuple[ReadResult, str]:
    """What the body of the request holds by *rules*, and its text.

    Ends the request with 413, 400 or 422 when it holds nothing good.
    """
    data = reading.taken(request.stream)
    result = read_records(data, TEXT_LIMIT, rules)
    if not result.records:
        nothing = Fault(Message(N_("There is no hand in the text.")), code="empty")
        raise NotationError(result.faults or (nothing,))
    return result, reading.as_text(data)


@api.post("/review")
@tree.validate(resp=Answers(HTTP_200=ReviewAnswer, HTTP_400=ReviewProblems, HTTP_413=Problems, HTTP_422=ReviewProblems))
def review(query: ReviewQuery) -> Json | list[Json]:
    """Every hand of a text (the body), judged call by call and card by card; nothing is stored.

    At most 200 hands are taken; `tutor batch` judges as many as there are.
    """
    result, _ = _sent(_allowed(query.rules))
    if len(result.records) > MOST_REVIEWED:
        sentence = N_(
            "The text holds %(count)s hands; at most %(most)s are judged at once. Send it in parts, or use the command "
            "tutor batch."
        )
        message = Message(sentence, {"count": len(result.records), "most": MOST_REVIEWED})
        abort(errors_json(Fault(message, code="too-many"), status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE))
    found = [
        review_answer(review_record(record, opponent=query.opponent), result, number)
        for number, record in zip(result.games, result.records, strict=True)
    ]
    if result.faults:
        abort(errors_json(*result.faults, status=_status(result.faults), reviews=found))
    return found if result.total > 1 else found[0]


@api.post("/records")
@tree.validate(resp=Answers(HTTP_201=RecordsAnswer, HTTP_400=Problems, HTTP_413=Problems, HTTP_422=Problems))
def add_records(query: RecordsQuery) -> tuple[Json, int]:
    """Store the hands of a text (the body). Of a game with a fault nothing is stored."""
    result, text = _sent(_allowed(query.rules))
    source = reading.source_of(text)
    stored = []
    for game, slug in zip(result.games, storage.keep_all(result.records, source), strict=True):
        page = url_for("analyse.show", slug=slug)
        stored.append({"game": game, "slug": slug, "page": page, "record": url_for("api.get_record", slug=slug)})
    told = {"errors": [fault_json(fault) for fault in result.faults], "notes": list(map(fault_json, result.notes))}
    return {"records": stored, **told}, HTTPStatus.CREATED.value


@api.get("/records/<slug>")
@tree.validate(resp=Answers(HTTP_200=RecordAnswer, HTTP_404=Problems, HTTP_422=Problems))
def get_record(slug: str, query: RecordQuery) -> Json:
    """A stored hand, as a JSON record or as PBN."""
    record = storage.find(slug)
    # abort, not return: the declared answer is the value of the record, and these are its texts as they are exported,
    # which can be read again
    if query.format == "pbn":
        abort(Response(write_pbn([record]), content_type="application/x-pbn; charset=utf-8"))
    abort(Response(write_json([record]), content_type="application/json"))


_BODY: Final = {
    "required": True,
    "description": f"A PBN text, a JSON record or lines with two hands each, of at most {TEXT_LIMIT:,} bytes.",
    "content": {
        "text/plain": {"schema": {"type": "string"}},
        "application/json": {"schema": {"$ref": "#/components/schemas/RecordAnswer"}},
    },
}


@api.get("/openapi.json")
def openapi() -> Json:
    """The description of this API, as OpenAPI 3.1."""
    spec: Json = copy.deepcopy(tree.spec)
    for address in ("/api/v1/review", "/api/v1/records"):
        spec["paths"][address]["post"]["requestBody"] = _BODY
    return spec
