"""Retry: the mistakes of a recorded hand as small problems."""
