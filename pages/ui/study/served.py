"""The participants' page. It is none of Streamlit's: one small document, which holds all that it shows first and sends
what is answered to its own address.

Over a poor line it is there after one answer of the server, where Streamlit's program alone takes many times as long.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from data.workspace import Workspace
from pages.ui.shell.answering import at_once, below, body_of
from pages.ui.shell.collecting import run_begins
from pages.ui.shell.guard import log
from pages.ui.shell.theme import page_colours
from pages.ui.study.program import FOLDER, Program

ADDRESS, TOKEN = "study", "t"
# What stands in the document is there until the program runs; it is seen where that takes long, or never comes.
STYLE = (
    "body{margin:0;padding:1rem clamp(.75rem,4vw,3rem) 3rem;background:var(--st-background-color);"
    "color:var(--st-text-color);font:17px/1.5 system-ui,sans-serif}"
    "main>p{visibility:hidden;animation:late 0s 3s forwards}@keyframes late{to{visibility:visible}}"
)
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
# The address is a secret: it goes to nobody else, and what it shows is kept nowhere.
SECRET = {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
PROGRAM = Program()


def study_routes(base: str) -> list[Route]:
    """The addresses of the participants' page, in an app that lies at this path."""
    return [
        Route(below(base, ADDRESS), _opened, methods=["GET"]),
        Route(below(base, ADDRESS), _answered, methods=["POST"]),
        Route(below(base, f"{ADDRESS}/"), _without_slash, methods=["GET"]),
        Route(below(base, PROGRAM.name), _program, methods=["GET"]),
    ]


def document(scene: Mapping[str, Any]) -> str:
    """The page that shows this scene first."""
    told = json.dumps(scene).replace("<", "\\u003c")  # so that no text ends the script it lies in
    page = Template((FOLDER / "alone.html").read_text(encoding="utf-8"))
    return page.substitute(style=_style(), scene=told, program=PROGRAM.name)


def scene_of(token: str, message: object) -> dict[str, Any]:
    """What this link shows once what was sent is saved; whatever fails, the browser keeps all it has and asks again."""
    from data.study.studies import Studies  # half a second's imports, for which the app's start does not wait
    from pages.ui.shell.session import keep_safe
    from pages.ui.study.visit import trouble, visit

    workspace = Workspace.current()
    try:
        studies = Studies(workspace.prepare())
        keep_safe(str(workspace.root))
        scene = visit(studies, token, message)
    except Exception:  # whatever it is, a participant can do nothing about it, and loses nothing by it
        log().exception("a participant's page")
        scene = trouble(workspace.root, token)
    return scene | {"program": {"version": PROGRAM.version}}


async def _opened(request: Request) -> Response:
    return await at_once(_document, request.query_params.get(TOKEN, ""))


async def _answered(request: Request) -> Response:
    """The scene as JSON, or the status 413 for a message that is too long and 400 for one that is no JSON."""
    body = await body_of(request)
    if body is None:
        return Response(status_code=413)
    return await at_once(_scene, request.query_params.get(TOKEN, ""), body)


async def _program(_: Request) -> Response:
    return Response(PROGRAM.text, media_type="text/javascript", headers=FOREVER)


async def _without_slash(request: Request) -> Response:
    return RedirectResponse(f"../{ADDRESS}?{request.url.query}")  # whatever name and path lead here


def _document(token: str) -> Response:
    run_begins()
    policy = {"Content-Security-Policy": _policy(), "X-Content-Type-Options": "nosniff"}
    return HTMLResponse(document(scene_of(token, None)), headers=SECRET | policy)


def _scene(token: str, body: bytes) -> Response:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return Response(status_code=400)
    run_begins()
    told = json.dumps(scene_of(token, message))  # in ASCII: half a character that a browser sent goes back as it came
    return Response(told, media_type="application/json", headers=SECRET)


def _style() -> str:
    return page_colours() + STYLE


def _policy() -> str:
    """What the page may load and reach: its own program and address."""
    styles = " ".join(f"'sha256-{_digest(style)}'" for style in (_style(), PROGRAM.css))
    return (
        f"default-src 'none'; script-src 'self'; style-src {styles}; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
