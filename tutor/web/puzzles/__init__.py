"""Puzzles: the list, solving, runs, ratings, and the puzzles people post."""
