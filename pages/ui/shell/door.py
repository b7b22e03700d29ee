"""What every request passes before anything of it is read: whether it may come in, and how long it may take."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st
from anyio import to_thread
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from pages.ui.shell import laptop, uploads
from pages.ui.shell.patience import in_time
from pages.ui.shell.remember import SECONDS

HEALTH, METRICS = "_stcore/health", "_stcore/metrics"
STUDY = re.compile(r"study/?|flinch/study-\w+\.js")  # participants come by links of their own
BODY, UPLOAD = 60.0, 1800.0  # seconds that the body of a message and that of a file may take
READS = ("GET", "HEAD", "OPTIONS")
FRAMES = "frame-ancestors 'self'"
NEEDED = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Flinch</title><style>body{font:17px/1.5 system-ui,"
    "sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style>"
    "<h1>Flinch</h1><p>This address needs the token that the app printed when it was started. Open the address that "
    "the app printed, or type the token.</p><form><label>Token <input name=token autofocus autocomplete=off></label> "
    "<button>Open</button></form></html>"
)


class Door:
    """The ASGI app behind it, which lies at the path `base`."""

    def __init__(self, app: ASGIApp, base: str = "") -> None:
        self._app = app
        self._base = f"/{base.strip('/')}/".replace("//", "/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        send = _unframed(request, send)
        path = str(scope["path"]).removeprefix(self._base)
        if refused := await _refused(request, path):
            await refused(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        elif path.startswith(uploads.ADDRESS) and scope["method"] not in READS:
            await self._upload(request, receive, send)
        else:
            await self._app(scope, in_time(receive, BODY), send)

    async def _upload(self, request: HTTPConnection, receive: Receive, send: Send) -> None:
        try:
            with uploads.counted(request, in_time(receive, UPLOAD)) as counted:
                await self._app(request.scope, counted, send)
        except HTTPException as error:
            await Response(error.detail, error.status_code)(request.scope, receive, send)


async def _refused(request: HTTPConnection, path: str) -> Response | None:
    """What is said to a request that may not come in; None where it may."""
    if path == HEALTH:
        return None
    if path == METRICS:
        return Response(status_code=404)
    if not is_host_allowed(request.headers.get("host")) or not _same_origin(request):
        return Response("This request comes from another site.", 403)
    if laptop.needed(request) and not STUDY.fullmatch(path) and (refused := _at_door(request)):
        return refused
    if path.startswith(uploads.ADDRESS) and not await to_thread.run_sync(uploads.may_upload, request):
        return Response("Only researchers can import files.", 403)
    return None


def _same_origin(request: HTTPConnection) -> bool:
    """Whether what would change something comes from the app's own pages; what is no browser does not say."""
    origin, headers = request.headers.get("origin"), request.headers
    if origin is None or (request.scope["type"] == "http" and request.scope["method"] in READS):
        return True
    own = {headers.get("host"), headers.get("x-forwarded-host")} - {None, ""}
    allowed = {str(each).rstrip("/") for each in st.get_option("server.corsAllowedOrigins") or ()}
    return urlsplit(origin).netloc in own or origin in allowed


def _at_door(request: HTTPConnection) -> Response | None:
    """The page to whoever brings no token, None for whoever does. Whoever gives it in the address keeps it, and goes
    on to the same address without it."""
    if request.scope["type"] == "http" and request.scope["method"] in READS:
        query = parse_qsl(request.url.query, keep_blank_values=True)
        word = next((value for name, value in query if name == laptop.PARAMETER), "")
        if token := laptop.given(word):
            rest = urlencode([(name, value) for name, value in query if name != laptop.PARAMETER])
            answer = RedirectResponse(f"{request.url.path}{'?' if rest else ''}{rest}", 303)
            answer.set_cookie(laptop.cookie(), token, SECONDS, httponly=True, samesite="lax")
            answer.headers["Referrer-Policy"] = "no-referrer"
            return answer
    return None if laptop.brought(request) else HTMLResponse(NEEDED, 403)


def _unframed(request: HTTPConnection, send: Send) -> Send:
    """What is sent shows in no other site's frame, and its cookies go by https alone where the app is reached so."""

    async def sent(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            policy = headers.get("content-security-policy", "")
            if "frame-ancestors" not in policy:
                headers["Content-Security-Policy"] = f"{policy}; {FRAMES}" if policy else FRAMES
            headers.setdefault("X-Frame-Options", "SAMEORIGIN")
            if request.url.scheme in ("https", "wss"):
                message["headers"] = [
                    (name, value + b"; Secure" if name == b"set-cookie" and b"secure" not in value.lower() else value)
                    for name, value in message["headers"]
                ]
        await send(message)

    return sent
