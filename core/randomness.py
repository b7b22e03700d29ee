"""Randomness as an argument: a small counter-based generator, seeded by content.

Seeding a Mersenne Twister per sample costs more than most perturbations do. SplitMix64 (Steele, Lea & Flood 2014)
needs one 64-bit word of state, and the same parts give the same draws in any process and any order.
"""

from collections.abc import Callable, MutableSequence, Sequence
from hashlib import blake2b, shake_128
from math import log, log1p
from struct import Struct, unpack
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
FEW = 16  # parts that one hash makes
_few = Struct(f"<{FEW}I").unpack
_word = Struct("<Q").unpack
RARE = 0.07  # of a hundred places, from where on a draw for each place costs less than a logarithm for each hit


class Draws:
    """A stream of pseudo-random draws from a 64-bit state."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    @classmethod
    def seeded(cls, *parts: str | int) -> "Draws":
        """The stream that belongs to these parts, e.g. (sample id, perturbation, severity, seed)."""
        *most, last = parts
        return cls.seeding(*most)(str(last))

    @classmethod
    def seeding(cls, *parts: str | int) -> "Callable[[str], Draws]":
        """What makes the stream of these parts and one more, for many of that one."""
        begun = blake2b("".join(f"{part}\x1f" for part in parts).encode("utf-8", "surrogatepass"), digest_size=8)

        def seeded(last: str) -> Draws:
            ended = begun.copy()
            ended.update(last.encode("utf-8", "surrogatepass"))
            draws = cls.__new__(cls)
            (draws._state,) = _word(ended.digest())
            return draws

        return seeded

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = state = (self._state + _STEP) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)

    def below(self, n: int) -> int:
        """A whole number in [0, n), n >= 1; the bias of the multiply-shift is under n / 2**64."""
        self._state = state = (self._state + _STEP) & _MASK  # `bits`, without a call: this is what is drawn most
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((state ^ (state >> 31)) * n) >> 64

    def uniform(self) -> float:
        """A number in [0, 1)."""
        return (self.bits() >> 11) * 2.0**-53

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the next; at least one item is needed."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """min(k, len(items)) different items in random order."""
        pool = list(items)
        k = min(k, len(pool))
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def parts(self, k: int) -> tuple[int, ...]:
        """k whole numbers in [0, 2**32), much faster than one by one; `part * n >> 32` is one in [0, n)."""
        self._state = state = (self._state + _STEP) & _MASK
        word = state.to_bytes(8, "little")
        if k <= FEW:
            return _few(blake2b(word).digest())[:k]
        return unpack(f"<{k}I", shake_128(word).digest(4 * k))

    def hits(self, n: int, p: float) -> list[int]:
        """Which of n places an event of probability p hits, each independently; in order. 0 < p <= 1.

        Rare hits are found by the gaps between them, which are geometric: one draw a hit, not one a place.
        """
        if p >= 1:
            return list(range(n))
        if p > RARE:  # one byte a place decides, but for the byte that p lies in
            below = int(p * 256)
            within = p * 256 - below
            draws = enumerate(shake_128(self.bits().to_bytes(8, "little")).digest(n))
            return [i for i, byte in draws if byte < below or (byte == below and self.uniform() < within)]
        places: list[int] = []
        scale = 1 / log1p(-p)
        at = -1
        while True:
            for part in self.parts(FEW):
                at += 1 + int(log((part + 0.5) * 2.0**-32) * scale)
                if at >= n:
                    return places
                places.append(at)
