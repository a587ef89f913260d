"""What comes back: decisions that went wrong, asked again on the day when they are due."""
