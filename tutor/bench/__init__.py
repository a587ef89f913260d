"""How quick the solver is on this machine, and how much it searches.

*Figures* (:mod:`tutor.bench.measuring`) are times over seeded random work, each beside the target it should meet.
The *signature* (:mod:`tutor.bench.signature`) is a count of nodes, the same on every machine: it tells whether a change
of the program changed the search.
*Coverage* (:mod:`tutor.bench.coaching`) is the share of random mistakes that the coach can explain.
"""
