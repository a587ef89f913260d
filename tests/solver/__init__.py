"""Independent proofs of the solver: brute force, published values, sums over all positions and a bridge solver."""
