"""Characters that a scanner takes for each other because their shapes in print are close."""

_SHAPES = (
    *("oO0", "ou", "0Q", "0D", "OQ", "OD", "CG", "CO", "UO", "UV"),  # round
    *("lI1", "l1i", "ijl", "Il", "1T", "17", "tfl", "ft", "rt", "Jl", "1J"),  # one stroke
    *("ceo", "ea", "ao", "as", "5Ss", "2Zz", "8BS", "3B", "38", "B6", "B8", "6b", "6G", "60", "9gq", "99g", "89", "4A"),
    *("hbn", "bh", "hk", "nru", "nm", "uv", "vwy", "vy", "VY", "WV", "XK", "xz", "kx", "pn", "pq", "P9"),
    *("EF", "EB", "PF", "PR", "RK", "HN", "MN", "MH", "TI", "TY", "LI", "rk", "jy", "gy", "da"),
)


def _confusions() -> dict[str, str]:
    taken_for: dict[str, set[str]] = {}
    for shapes in _SHAPES:
        for letter in shapes:
            taken_for.setdefault(letter, set()).update(set(shapes) - {letter})
    return {letter: "".join(sorted(others)) for letter, others in sorted(taken_for.items())}


CONFUSIONS = _confusions()
"""What each letter or digit may be read as; never itself. Only one character for one: no "m" for "rn"."""

_PAIRS = ("08", "09", "0o", "0O", "0D", "14", "17", "1l", "1I", "2z", "2Z", "58", "6b", "8s", "8S", "8@", "8&", "9g")
_LETTERS = ("ou", "rk", "CG", "OD", "OU", "EB")


def _symmetric_confusions() -> dict[str, str]:
    read: dict[str, str] = {}
    for pair in (*_PAIRS, *_LETTERS):
        one, other = pair[0], pair[1]
        read[one] = read.get(one, "") + other
        read[other] = read.get(other, "") + one
    return read


READ = _symmetric_confusions()
"""The confusions of Romero's program, both ways."""
