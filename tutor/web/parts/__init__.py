"""Pieces that several pages show: hands, lines of play, the coach's sentences."""
