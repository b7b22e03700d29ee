"""Which keys lie side by side on a QWERTY keyboard."""

from itertools import pairwise

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _neighbours() -> dict[str, str]:
    """Each row stands half a key to the right of the one above: "s" touches "a", "d", "w", "e", "z" and "x"."""
    touching: dict[str, set[str]] = {letter: set() for row in ROWS for letter in row}
    pairs = [pair for row in ROWS for pair in pairwise(row)]
    for upper, lower in pairwise(ROWS):
        pairs += [*zip(upper, lower, strict=False), *zip(upper[1:], lower, strict=False)]
    for one, other in pairs:
        touching[one].add(other)
        touching[other].add(one)
    lower_case = {letter: "".join(sorted(others)) for letter, others in touching.items()}
    return lower_case | {letter.upper(): others.upper() for letter, others in lower_case.items()}


NEIGHBOURS = _neighbours()
"""The letters on the keys around each letter's, in its case; never the letter itself. Digits and marks have none."""
