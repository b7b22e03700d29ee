"""Content hashes: doing a thing twice is doing it once."""

from hashlib import blake2b


def content_id(*parts: str) -> str:
    """20 hex digits of blake2b over the length-prefixed UTF-8 parts; lone surrogates are hashed as they stand."""
    digest = blake2b(digest_size=10)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(raw))
        digest.update(raw)
    return digest.hexdigest()
