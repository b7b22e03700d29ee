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


KEYS = ("1234567890", "qwertyuiop", "asdfghjkl;", "zxcvbnm,./")
SHIFTED = ("!@#$%^&*()", "", "         :", "       <>?")


def _adjacent_signs() -> dict[str, str]:
    """Rows and columns of keys; a key touches all eight around it, and itself when it has a sign of its own."""

    def signs(row: int, column: int) -> str:
        both = KEYS[row][column : column + 1] + SHIFTED[row][column : column + 1].strip()
        return "".join([sign for sign in both if not sign.isdigit()])

    around = {
        key: [
            signs(r, c) for r in range(max(row - 1, 0), row + 2) if r < 4 for c in range(max(column - 1, 0), column + 2)
        ]
        for row, keys in enumerate(KEYS)
        for column, key in enumerate(keys)
    }
    return {key: "".join(around[key]).replace(key, "") for key in around if key.isalnum()}


TYPED = _adjacent_signs()
"""What stands on the keys around each small letter's or digit's, signs too, as nlpaug's map has it (Romero's program).

Capitals have no neighbours and digits are none: the program turned both off, and meant to turn off the signs.
"""
