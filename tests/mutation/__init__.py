"""Small faults are planted in the code, one at a time: do the tests of its room notice? `python -m tests.mutation`.

Ours and not mutmut: mutmut 3.8 does not run with pytest 9.2, takes no bounded sample, and has the tests import a copy
of the project, which the worker processes of our tests know nothing of.
"""
