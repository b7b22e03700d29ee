"""One request to an endpoint: bounded in size and time, to that address alone, and no word of the key in what is said.

The endpoint may be anybody's: whatever it sends is looked at as text that may be false, endless or hold the key.
"""

import json
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPMessage, IncompleteRead, InvalidURL
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from core.errors import BadInput
from data.models.deadline import Deadline, Timed

KEY, KEYS = "FLINCH_API_KEY", "FLINCH_API_KEYS"
LARGEST = 1 << 20  # bytes of a reply: a label needs a few hundred
SECONDS = 120.0  # until a request is given up
SHOWN = 120  # characters of what an endpoint says that are shown
TOLD = 1 << 16  # bytes of a refusal that are read for its reason
PASSING = (408, 409, 425, 429)  # codes below 500 after which it may go well a little later
OF_A_PROMPT = (400, 403, 413, 422, 451)  # codes of what is too long, or not to be spoken of
FAILURES = (OSError, HTTPException, ValueError)  # what asking may raise; ValueError is what can't be sent


class TooMuch(HTTPException):
    """A reply that is larger or slower than any answer."""


class NotChat(HTTPException):
    """A reply that is no answer of the chat protocol: a page of a proxy, half of an answer, an error told with 200."""


def key(url: str) -> str:
    """The key for this address in the environment: its host's own, else the one for all; "" for none.

    Raises BadInput, which does not say it, for what can be no key.
    """
    value = os.environ.get(KEY, "").strip()
    if not re.fullmatch(r"[!-~]*", value):
        raise BadInput(f"{KEY} holds spaces, line ends or letters that no key has; set it to the key alone.")
    own, host = _own_keys(), ""
    with suppress(ValueError):  # no address, which is said when it is asked
        host = urlsplit(url).netloc.casefold()
    return own.get(host) or own.get(host.partition(":")[0]) or value


def _own_keys() -> dict[str, str]:
    """The keys of single hosts; raises BadInput, which says none of them, for what is not written so."""
    pairs = [pair.partition("=") for pair in os.environ.get(KEYS, "").split()]
    if not all(host and re.fullmatch(r"[!-~]+", secret) for host, _, secret in pairs):
        raise BadInput(f"{KEYS} is not what is expected; write host=key for each host, with spaces between.")
    return {host.casefold(): secret for host, _, secret in pairs}


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


def post(url: str, body: bytes, seconds: float = SECONDS) -> bytes:
    """What comes back; raises one of `FAILURES`."""
    headers = {"Content-Type": "application/json"}
    if secret := key(url):
        headers["Authorization"] = f"Bearer {secret}"
    with Deadline(seconds) as deadline:
        try:
            reply = _reply(Request(url, body, headers), deadline)
        except FAILURES:
            if not deadline.passed:
                raise
        if deadline.passed:
            raise TooMuch(f"the reply was not there after {seconds:g} seconds") from None
        return reply


def _reply(request: Request, deadline: Deadline) -> bytes:
    try:
        opened = build_opener(_Nowhere, Timed(deadline)).open(request, timeout=deadline.seconds)
    except HTTPError as refusal:
        refusal.msg = _told(refusal, deadline) or refusal.msg
        raise
    with opened as reply:
        parts, size = list[bytes](), 0
        while not deadline.passed and (part := reply.read1(1 << 16)):
            parts.append(part)
            size += len(part)
            if size > LARGEST:
                raise TooMuch(f"the reply has more than {LARGEST:,} bytes, which no answer has")
        if reply.length:
            raise IncompleteRead(b"", reply.length)
        return b"".join(parts)


def _told(refusal: HTTPError, deadline: Deadline) -> str:
    """What the endpoint says of its refusal, as servers of the protocol do; "" where it says nothing of the kind."""
    told = b""
    with suppress(*FAILURES, RecursionError):
        while len(told) < TOLD and not deadline.passed and (part := refusal.read1(TOLD)):
            told += part
        return told_in(json.loads(told))
    return ""


def told_in(said: Any) -> str:
    """The reason in what servers of the protocol say of a failure; "" where it is nothing of the kind."""
    for name in ("error", "message", "detail"):
        said = said.get(name, said) if isinstance(said, dict) else said
    return said if isinstance(said, str) else ""


def misfits(error: HTTPError) -> bool:
    """Whether the endpoint says that the request is not one that it takes."""
    return error.code in (400, 422)


def lacks(error: HTTPError, name: str) -> bool:
    """Whether the endpoint refuses a request for the setting of this name, which it does not take."""
    said = str(error.reason).replace(" ", "_")  # some write "response format"
    return name in said and (misfits(error) or error.code in (500, 501))


def passes(error: Exception) -> bool:
    """Whether it may go well a little later."""
    if isinstance(error, HTTPError):
        return error.code in PASSING or error.code >= 500
    return isinstance(error, OSError | HTTPException) and not isinstance(error, TooMuch | InvalidURL)


def is_limit(error: Exception) -> bool:
    """Whether the endpoint says that it is asked too often."""
    return isinstance(error, HTTPError) and error.code == 429


def refuses_prompt(error: HTTPError) -> bool:
    """Whether it may be this prompt that the endpoint does not take, while it takes others."""
    return error.code in OF_A_PROMPT


def told_wait(error: Exception) -> float | None:
    """Seconds until the next try, as the endpoint says; None where it does not."""
    headers: Any = error.headers if isinstance(error, HTTPError) and error.headers else {}
    for name, unit in (("Retry-After-Ms", 1000), ("Retry-After", 1)):
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", said := headers.get(name, "")):
            return float(said) / unit
    with suppress(ValueError, TypeError):  # no date; one without a zone
        return max(0.0, (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds())
    return None


def reason(error: Exception) -> str:
    """What went wrong, in a few words on one line."""
    if isinstance(error, HTTPError) and 300 <= error.code < 400:
        return f"{error.code}, a redirection, which is not followed"
    said = f"{error.code} ({error.reason})" if isinstance(error, HTTPError) else str(_cause(error))
    line = " ".join("".join(c if c.isprintable() else " " for c in without_key(said)).split())
    return line[:SHOWN] or type(error).__name__


def _cause(error: Exception) -> object:
    if isinstance(error, URLError):
        return error.reason
    return "the address or the request can't be sent" if isinstance(error, ValueError) else error


class _Nowhere(HTTPRedirectHandler):
    """Follows no redirection, which would take the key to another host."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None
