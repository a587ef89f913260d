"""My hands: what somebody keeps, uploads of many games, and what is published."""
