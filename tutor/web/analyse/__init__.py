"""Analyse: a finished hand or a position on the board, its side lines, and the forms it is shared in."""
