"""A small server that speaks the OpenAI chat protocol on this machine: one rule makes its answers."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Trouble = tuple[int, dict[str, str]]


@dataclass
class ChatServer:
    """What it was asked, and what it does: `answer` makes an answer of a prompt, after the `troubles` (code, headers).

    A request that has a setting among the `refusals` is refused for this reason, with the code `refused`, as is a
    prompt for what `objection` says of it. Bodies in `odd` are sent in place of answers; `usage` is said where it is.

    `together` is the most requests that were ever under way at once.
    """

    answer: Callable[[str], Any]
    url: str = ""
    troubles: list[Trouble] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    refused: int = 400
    objection: Callable[[str], str] = lambda prompt: ""
    odd: list[bytes] = field(default_factory=list)
    usage: Any = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    together: int = 0
    under_way: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def reply(self, path: str, key: str | None, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        with self.lock:
            self.asked.append(body)
            self.keys.append(key)
            if self.troubles:
                return *self.troubles.pop(0), b"{}"
            if self.odd:
                return 200, {}, self.odd.pop(0)
        prompt = body["messages"][-1]["content"]
        if said := next((why for name, why in self.refusals.items() if name in body), "") or self.objection(prompt):
            return self.refused, {}, json.dumps({"error": {"message": said, "type": "invalid_request_error"}}).encode()
        if path != "/v1/chat/completions":
            return 404, {}, b"{}"
        said = self.answer(prompt)
        usage = self.usage or {"prompt_tokens": len(prompt.split()), "completion_tokens": len(str(said).split())}
        choice = {"index": 0, "message": {"role": "assistant", "content": said}, "finish_reason": "stop"}
        return 200, {}, json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode()


@contextmanager
def chat_server(answer: Callable[[str], Any]) -> Iterator[ChatServer]:
    """The server at work; its `url` is the base URL that clients are given."""
    state = ChatServer(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            with state.lock:
                state.under_way += 1
                state.together = max(state.together, state.under_way)
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            code, headers, content = state.reply(self.path, self.headers.get("Authorization"), body)
            with state.lock:
                state.under_way -= 1
            self.send_response(code)
            for name, value in (headers | {"Content-Length": str(len(content))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
