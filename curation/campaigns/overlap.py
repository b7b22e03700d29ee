"""Which samples of a campaign are judged by several people, and which are shown with hints: a draw for each sample.

The draw is a hash of the sample and a seed, so that it is the same for everybody, always, in any order.
"""

from collections.abc import Callable
from hashlib import blake2b

Wanted = Callable[[str], int]
"""How many people are to judge the candidate with this id."""


def once(candidate_id: str) -> int:
    """One judgement for every candidate."""
    return 1


def draw(candidate_id: str, seed: int, what: str) -> float:
    """A number of at least 0 and below 1, even over candidates; for each `what` another one.

    A share s of the candidates are those whose number is below s, so a larger share holds all of a smaller one.
    """
    digest = blake2b(f"{what}\0{seed}\0{candidate_id}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return (int.from_bytes(digest) >> 11) / 2**53
