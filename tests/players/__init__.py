"""Computer players: legal always, blind to what they cannot see, and as good as they claim."""
