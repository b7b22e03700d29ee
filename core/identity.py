"""Content hashes: doing a thing twice is doing it once."""

from collections.abc import Callable
from hashlib import blake2b


def content_id(*parts: str) -> str:
    """20 hex digits of blake2b over the length-prefixed UTF-8 parts; lone surrogates are hashed as they stand."""
    return blake2b(b"".join(map(_prefixed, parts)), digest_size=10).hexdigest()


def content_ids(*rest: str) -> Callable[[str], str]:
    """`first -> content_id(first, *rest)`, for many first parts."""
    tail = b"".join(map(_prefixed, rest))
    return lambda first: blake2b(_prefixed(first) + tail, digest_size=10).hexdigest()


class Occurrences:
    """Numbers contents that come again: 0 is the first of its kind. Of each it holds 8 bytes and a count, no text."""

    def __init__(self) -> None:
        self._seen: dict[bytes, int] = {}

    def number(self, *parts: str) -> int:
        """How often these very parts came before."""
        key = blake2b(b"".join(map(_prefixed, parts)), digest_size=8).digest()
        earlier = self._seen.get(key, 0)
        self._seen[key] = earlier + 1
        return earlier

    def id(self, *parts: str) -> str:
        """The content id of these parts and their number: the n-th copy has its own, wherever it stands."""
        return content_id(*parts, str(self.number(*parts)))


def _prefixed(part: str) -> bytes:
    raw = part.encode("utf-8", "surrogatepass")
    return b"%d:%b" % (len(raw), raw)
