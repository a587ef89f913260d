"""What a decision was worth, and why, in words."""
