"""Puzzles composed from specifications, by constraints that CP-SAT solves and a solver that is exact.

:mod:`tutor.composer.spec` reads what is asked for, :mod:`tutor.composer.model` turns it into a constraint model,
:mod:`tutor.composer.judging` solves what the model proposes, :mod:`tutor.composer.composing` puts them together, and
:mod:`tutor.composer.writing` makes a puzzle of the result. Loading OR-Tools takes a good part of a second: only the
model and what composes import it.
"""
