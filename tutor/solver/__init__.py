"""Exact values of positions, tables of tricks and auctions."""
