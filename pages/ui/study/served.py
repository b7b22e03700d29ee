"""The participants' page. It is none of Streamlit's: one small document, which holds all that it shows first and sends
what is answered to its own address.

Over a poor line it is there after one answer of the server, where Streamlit's program alone takes many times as long.
"""

import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from string import Template
from threading import Lock
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from core.errors import BadInput
from data.workspace import Workspace
from pages.ui.shared.browser import Program
from pages.ui.shell.answering import LONGEST, at_once, below, body_of, parsed
from pages.ui.shell.collecting import run_begins
from pages.ui.shell.guard import log
from pages.ui.shell.people import TAKES_PART
from pages.ui.shell.theme import page_colours

if TYPE_CHECKING:  # half a second's imports, for which the app's start does not wait
    from data.study.session import StudySession

ADDRESS, TOKEN = "study", "t"
FOLDER = Path(__file__).parent / "browser"
SCRIPTS = (
    "saved",
    "outbox",
    "wire",
    "watch",
    "element",
    "written",
    "course",
    "blocks",
    "ask",
    "screens",
    "paint",
    "study",
)
PROGRAM = Program("study", FOLDER, SCRIPTS)
STRANGERS = 16_384  # bytes of a message by a link that opens nothing
MOST_PREVIEWS = 50
PREVIEWS: "OrderedDict[str, StudySession]" = OrderedDict()  # kept nowhere else, by their tokens
_lock = Lock()
BROWSER = "flinch_browser"  # the cookie by which an open link knows a browser again, until it is closed
# What stands in the document is there until the program runs; it is seen where that takes long, or never comes.
STYLE = (
    "body{margin:0;padding:1rem clamp(.75rem,4vw,3rem) 3rem;background:var(--st-background-color);"
    "color:var(--st-text-color);font:17px/1.5 system-ui,sans-serif}"
    "main>p{visibility:hidden;animation:late 0s 3s forwards}@keyframes late{to{visibility:visible}}"
)
# The address is a secret: it goes to nobody else, and what it shows is kept nowhere.
SECRET = {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Robots-Tag": "noindex"}


def keep_preview(session: "StudySession") -> str:
    """The token under which a researcher tries this session from now on; the oldest goes where there are too many."""
    token = f"preview-{token_urlsafe(16)}"
    with _lock:
        PREVIEWS[token] = session
        while len(PREVIEWS) > MOST_PREVIEWS:
            PREVIEWS.popitem(last=False)
    return token


def study_routes(base: str) -> list[Route]:
    """The addresses of the participants' page, in an app that lies at this path."""
    return [
        Route(below(base, ADDRESS), _opened, methods=["GET"]),
        Route(below(base, ADDRESS), _answered, methods=["POST"]),
        Route(below(base, f"{ADDRESS}/"), _without_slash, methods=["GET"]),
        PROGRAM.route(base),
    ]


def document(scene: Mapping[str, Any]) -> str:
    """The page that shows this scene first."""
    scene_json = json.dumps(scene).replace("<", "\\u003c")  # so that no text ends the script it lies in
    page = Template((FOLDER / "document.html").read_text(encoding="utf-8"))
    return page.substitute(style=_style(), scene=scene_json, program=PROGRAM.address)


def scene_of(token: str, message: object, browser: str = "") -> dict[str, Any]:
    """What this link shows once what was sent is saved; whatever fails, the browser keeps all it has and asks again."""
    from data.study.studies import Studies  # half a second's imports, for which the app's start does not wait
    from pages.ui.shell.session import keep_safe
    from pages.ui.study.visit import look, trouble, visit

    workspace = Workspace.current()
    try:
        if previewed := PREVIEWS.get(token):
            return look(previewed, token, message) | {"program": PROGRAM.version}
        studies = Studies(workspace.prepare())
        keep_safe(str(workspace.root))
        scene = visit(studies, token, message, browser)
    except Exception:  # whatever it is, a participant can do nothing about it, and loses nothing by it
        log().exception("a participant's page")
        scene = trouble(workspace.root, token)
    return scene | {"program": PROGRAM.version}


async def _opened(request: Request) -> Response:
    return await at_once(_document, request)


async def _answered(request: Request) -> Response:
    """The scene as JSON, or what `body_of` and `parsed` say of the message; its link is looked at before it is read."""
    token = request.query_params.get(TOKEN, "")
    known = await at_once(_is_known, token)
    stranger = request.client.host if request.client else ""
    body = await body_of(request, token if known else stranger, LONGEST if known else STRANGERS)
    return await at_once(_scene, token, body, request.cookies.get(BROWSER, ""))


def _is_known(token: str) -> bool:
    from data.study.studies import Studies

    try:
        return token in PREVIEWS or Studies(Workspace.current()).opens(token)
    except BadInput:
        return False


async def _without_slash(request: Request) -> Response:
    return RedirectResponse(f"../{ADDRESS}?{request.url.query}")  # whatever name and path lead here


def _document(request: Request) -> Response:
    run_begins()
    policy = {"Content-Security-Policy": _policy(), "X-Content-Type-Options": "nosniff"}
    token = request.query_params.get(TOKEN, "")
    scene = scene_of(token, None)
    answer = _taking_part(HTMLResponse(document(scene), headers=SECRET | policy), scene, token)
    if "door" in scene and BROWSER not in request.cookies:
        answer.set_cookie(BROWSER, token_urlsafe(16), path=request.url.path, httponly=True, samesite="lax")
    return answer


def _scene(token: str, body: bytes, browser: str) -> Response:
    message = parsed(body, halves=True)
    run_begins()
    scene = scene_of(token, message, browser)
    content = json.dumps(scene)  # in ASCII: half a character that a browser sent goes back as it came
    return _taking_part(Response(content, media_type="application/json", headers=SECRET), scene, token)


def _taking_part(answer: Response, scene: Mapping[str, Any], token: str) -> Response:
    """The answer; where somebody agreed to take part the browser is told that, until it is closed."""
    if scene["state"] in ("open", "done") and token not in PREVIEWS:
        answer.set_cookie(TAKES_PART, "1", httponly=True, samesite="lax")
    return answer


def _style() -> str:
    return page_colours() + STYLE


def _policy() -> str:
    """What the page may load and reach: its own program and address."""
    digests = (b64encode(sha256(style.encode()).digest()).decode() for style in (_style(), PROGRAM.css))
    styles = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; script-src 'self'; style-src {styles}; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
