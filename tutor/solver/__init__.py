"""Exact values of the second phase: what each side takes when both play perfectly with everything known.

All counts are tricks. The public functions take the values of :mod:`tutor.rules` and give plain ints and dicts.
"""
