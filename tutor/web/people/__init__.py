"""People: guests and accounts, and how far they have come."""
