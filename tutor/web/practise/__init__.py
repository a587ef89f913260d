"""Practise: lessons, and hands dealt to be called and played."""
