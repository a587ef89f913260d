"""What is done in the background: files of games that people send, analysed one game after the other.

A *worker* is a process that takes uploads from the database, reads them, and writes what the coach found in each game.
All that it knows is in the database: it may be stopped at any moment, and the next one goes on where it was. See
:mod:`tutor.store.uploads` for how that is made sure of.
"""
