"""One request to an endpoint: bounded in size and time, to that address alone, and no word of the key in what is said.

The endpoint may be anybody's: whatever it sends is looked at as text that may be false, endless or hold the key.
"""

import asyncio
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from data.endpoints.keys import key, without_key

if TYPE_CHECKING:
    import ssl

    from httpx2 import Response

LARGEST = 1 << 20  # bytes of a reply: a label needs a few hundred
SECONDS = 120.0  # until a request is given up
SHOWN = 120  # characters of what an endpoint says that are shown
LARGEST_REFUSAL = 1 << 16  # bytes of a refusal that are read for its reason
PASSING = (408, 409, 425, 429)  # codes below 500 after which it may go well a little later
OF_A_PROMPT = (400, 403, 413, 422, 451)  # codes of what is too long, or not to be spoken of


class EndpointError(Exception):
    """Why there is no answer, in a few words on one line; `code` is that of a refusal, 0 for any other failure.

    `passes`: it may go well a little later, in `wait` seconds where the endpoint says so.
    """

    def __init__(self, reason: str, passes: bool = False, code: int = 0, wait: float | None = None) -> None:
        line = "".join(c if c.isprintable() else " " for c in without_key(f"{code} ({reason})" if code else reason))
        super().__init__(" ".join(line.split())[:SHOWN])
        self.reason, self.passes, self.code, self.wait = reason, passes, code, wait

    @property
    def is_limit(self) -> bool:
        """Whether the endpoint says that it is asked too often."""
        return self.code == 429

    @property
    def refuses_prompt(self) -> bool:
        """Whether it may be this prompt that the endpoint does not take, while it takes others."""
        return self.code in OF_A_PROMPT

    @property
    def is_bad_request(self) -> bool:
        """Whether the endpoint says that the request is not one that it takes."""
        return self.code in (400, 422)

    def lacks(self, name: str) -> bool:
        """Whether the endpoint refuses a request for the setting of this name, which it does not take."""
        mentioned = name in self.reason.replace(" ", "_")  # some write "response format"
        return mentioned and (self.is_bad_request or self.code in (500, 501))


def post(url: str, body: bytes, seconds: float = SECONDS) -> bytes:
    """What comes back; raises EndpointError."""
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    if secret := key(url):
        headers["Authorization"] = f"Bearer {secret}"
    return asyncio.run(_post_async(url, body, headers, seconds))


async def _post_async(url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> bytes:
    import httpx2

    never = (httpx2.InvalidURL, httpx2.UnsupportedProtocol, httpx2.LocalProtocolError, ValueError)
    try:
        async with (
            asyncio.timeout(seconds),
            httpx2.AsyncClient(timeout=None, verify=_certificates()) as client,
            client.stream("POST", url, content=body, headers=headers) as reply,
        ):
            if reply.is_success:
                return await _content(reply)
            raise await _refusal(reply)
    except TimeoutError:
        raise EndpointError(f"no reply came within {seconds:g} seconds") from None
    except never:
        raise EndpointError("the address or the request is not valid") from None
    except (httpx2.HTTPError, OSError, ImportError) as error:  # the last for a proxy that needs another package
        raise EndpointError(_words(error), passes=not isinstance(error, ImportError)) from None


@cache
def _certificates() -> "ssl.SSLContext":
    """The authorities that the system trusts: read once, for it takes a tenth of a second."""
    import httpx2

    return httpx2.create_ssl_context()


async def _content(reply: "Response") -> bytes:
    content = b""
    async for part in reply.aiter_raw():
        content += part
        if len(content) > LARGEST:
            raise EndpointError(f"the reply has more than {LARGEST:,} bytes, too many for an answer")
    return content


async def _refusal(reply: "Response") -> EndpointError:
    """The refusal, with what the endpoint says of it, as servers of the protocol do."""
    import httpx2

    code, content = reply.status_code, b""
    if reply.is_redirect:
        return EndpointError("the endpoint redirects to another address, but Flinch follows no redirects", code=code)
    with suppress(httpx2.HTTPError):
        async for part in reply.aiter_raw():
            content += part
            if len(content) > LARGEST_REFUSAL:
                break
    why = ""
    with suppress(ValueError, RecursionError):
        why = reason_in(json.loads(content))
    passes = code in PASSING or code >= 500
    return EndpointError(why or reply.reason_phrase, passes, code, retry_after(reply.headers))


def reason_in(reply: Any) -> str:
    """The reason in what servers of the protocol say of a failure; "" where it is nothing of the kind."""
    for name in ("error", "message", "detail"):
        reply = reply.get(name, reply) if isinstance(reply, dict) else reply
    return reply if isinstance(reply, str) else ""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds until the next try, as these headers say; None where they do not."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value := headers.get(name, "")):
            return float(value) / unit
    with suppress(ValueError, TypeError):  # no date; one without a zone
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    return None


def _words(error: BaseException) -> str:
    """What the system says of a connection that failed, else what the library says."""
    cause = error.__cause__ or error.__context__
    while cause:
        if isinstance(cause, ConnectionError) and cause.errno:
            return os.strerror(cause.errno)
        cause = cause.__cause__ or cause.__context__
    return str(error) or type(error).__name__
