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


def _prefixed(part: str) -> bytes:
    raw = part.encode("utf-8", "surrogatepass")
    return b"%d:%b" % (len(raw), raw)
