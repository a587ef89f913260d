"""Text to values and back: cards, hands, calls, position lines, PBN and the JSON record."""
