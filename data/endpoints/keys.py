"""The keys of endpoints, from the environment: each host its own, or one for all; shown and written nowhere."""

import os
import re
from contextlib import suppress
from urllib.parse import urlsplit

from core.errors import BadInput

KEY, KEYS = "FLINCH_API_KEY", "FLINCH_API_KEYS"


def key(url: str) -> str:
    """The key for this address in the environment: its host's own, else the one for all; "" for none.

    Raises BadInput, which does not say it, for what can be no key.
    """
    value = os.environ.get(KEY, "").strip()
    if not re.fullmatch(r"[!-~]*", value):
        raise BadInput(f"{KEY} contains spaces, line breaks or characters that no key has; set it to the key only.")
    own, host = _own_keys(), ""
    with suppress(ValueError):  # no address, which is said when it is asked
        host = urlsplit(url).netloc.casefold()
    return own.get(host) or own.get(host.partition(":")[0]) or value


def without_key(text: str) -> str:
    """The text with every key blotted out wherever it stands in it."""
    own = [pair.partition("=")[2] for pair in os.environ.get(KEYS, "").split()]
    for secret in filter(None, [os.environ.get(KEY, "").strip(), *own]):
        text = text.replace(secret, "***")
    return text


def in_clear(url: str) -> bool:
    """Whether the key would go to another machine for all on the way to read."""
    with suppress(ValueError):  # no address, which is said when it is asked
        host = urlsplit(url).hostname or ""
        here = re.fullmatch(r"localhost|127(\.[0-9]+){3}|::1", host)
        return url.startswith("http://") and bool(key(url)) and not here
    return False


def _own_keys() -> dict[str, str]:
    """The keys of single hosts; raises BadInput, which says none of them, for what is not written so."""
    pairs = [pair.partition("=") for pair in os.environ.get(KEYS, "").split()]
    if not all(host and re.fullmatch(r"[!-~]+", secret) for host, _, secret in pairs):
        raise BadInput(f"{KEYS} has the wrong format; write host=key for each host, separated by spaces.")
    return {host.casefold(): secret for host, _, secret in pairs}
