"""Content hashes: doing a thing twice is doing it once."""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from types import CodeType


def content_id(*parts: str) -> str:
    """20 hex digits of blake2b over the length-prefixed UTF-8 parts; lone surrogates are hashed as they stand."""
    return blake2b(b"".join(map(_length_prefixed, parts)), digest_size=10).hexdigest()


def content_ids(*rest: str) -> Callable[[str], str]:
    """`first -> content_id(first, *rest)`, for many first parts."""
    tail = b"".join(map(_length_prefixed, rest))
    return lambda first: blake2b(_length_prefixed(first) + tail, digest_size=10).hexdigest()


class Occurrences:
    """Numbers contents that come again: 0 is the first of its kind. Of each it holds 8 bytes and a count, no text."""

    def __init__(self) -> None:
        self._seen: dict[bytes, int] = {}

    def number(self, *parts: str) -> int:
        """How often these very parts came before."""
        key = blake2b(b"".join(map(_length_prefixed, parts)), digest_size=8).digest()
        earlier = self._seen.get(key, 0)
        self._seen[key] = earlier + 1
        return earlier

    def id(self, *parts: str) -> str:
        """The content id of these parts and their number: the n-th copy has its own, wherever it stands."""
        return content_id(*parts, str(self.number(*parts)))


def _length_prefixed(part: str) -> bytes:
    raw = part.encode("utf-8", "surrogatepass")
    return b"%d:%b" % (len(raw), raw)


def code_id(function: Callable[..., object]) -> str:
    """A content id of what the function itself does, not of what it calls; of one not in Python, of its type."""
    code = getattr(function, "__code__", None)
    return content_id(*_code(code)) if code else content_id(repr(type(function)))


def _code(code: CodeType) -> Iterator[str]:
    yield from (code.co_code.hex(), *code.co_names)
    for constant in code.co_consts:
        yield from _code(constant) if isinstance(constant, CodeType) else (repr(constant),)
