"""The game: everything a player may do and what it scores. Pure values; nothing here solves, reads or draws."""

from tutor.rules.auction import (
    ALL_CALLS,
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    Contract,
    call_name,
    is_bid,
    level_of,
    make_bid,
    strain_of,
)
from tutor.rules.deal import Action, Deal, Phase, action_name
from tutor.rules.draw import DrawPhase
from tutor.rules.errors import RuleError
from tutor.rules.match import Match
from tutor.rules.observation import Observation, observe
from tutor.rules.play import SEAT_NAMES, SUIT_NAMES, Play, beats, followers
from tutor.rules.position import Position
from tutor.rules.ruleset import LEVEL, PENALTY, PRESETS, WRITTEN, Ruleset
from tutor.rules.scoring import declarer_score, north_score, trick_points

__all__ = [
    "ALL_CALLS",
    "BIDS",
    "DOUBLE",
    "LEVEL",
    "PASS",
    "PENALTY",
    "PRESETS",
    "REDOUBLE",
    "SEAT_NAMES",
    "SUIT_NAMES",
    "WRITTEN",
    "Action",
    "Auction",
    "Call",
    "Contract",
    "Deal",
    "DrawPhase",
    "Match",
    "Observation",
    "Phase",
    "Play",
    "Position",
    "RuleError",
    "Ruleset",
    "action_name",
    "beats",
    "call_name",
    "declarer_score",
    "followers",
    "is_bid",
    "level_of",
    "make_bid",
    "north_score",
    "observe",
    "strain_of",
    "trick_points",
]
