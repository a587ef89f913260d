"""A double-dummy solver and teacher for Draw Bridge, the two-player trick-taking game."""

__version__ = "0.1.0"
