"""Computer players: the draw phase by a stated policy, the auction naturally or perfectly, the play perfectly."""
