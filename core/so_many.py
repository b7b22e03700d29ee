"""Numbers of things in a sentence."""


def so_many(n: int, one: str, many: str = "") -> str:
    """ "1 line is", "2,000 lines are": the number with thousands parted, and the words for it; `many` is `one` and an
    s where it is not given."""
    return f"{n:,} {one if n == 1 else many or f'{one}s'}"
