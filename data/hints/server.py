"""Hints for a few texts at once, asked by a page: a process of its own holds the engines, so that the app stays light.

The process starts with the first request, which takes about ten seconds; later ones take a fraction of a second. It
ends when no request comes for a while, or with the process that started it: `python -m data.hints.server`.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import isnan, nan
from threading import Lock
from typing import IO, Any

from core.errors import MissingResource
from core.records import Candidate, Cell, FieldRewrite, Hint
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.workspace import PROJECT

IDLE_SECONDS = 600.0
NOWHERE = Cell("", "", "", pps(1))


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint about one rewrite: NaN and None where there is no engine; `added` holds the messages of new issues."""

    similarity: float = nan
    added: tuple[str, ...] | None = None
    before: int = 0


@dataclass(frozen=True, slots=True)
class AdviceReply:
    """Advice for each rewrite, in order, and the engines that gave it, for people."""

    advice: tuple[Advice, ...]
    engines: str


class HintServer:
    """The process that holds the engines, started with the first request and again when it has ended."""

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        self._idle = idle
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = Lock()

    def advise(self, rewrites: Sequence[Rewrite]) -> AdviceReply:
        """Advice on these rewrites; raises MissingResource when the process can't answer."""
        request = json.dumps([[rewrite.source, rewrite.pieces] for rewrite in rewrites]).encode() + b"\n"
        with self._one_at_a_time:
            line = self._exchange(request) or self._exchange(request)
        if not line:
            raise MissingResource(
                "The process that runs the hint engines ends at once; run `python cli.py doctor` to see why."
            )
        reply = json.loads(line)
        if reply["error"]:
            raise MissingResource(reply["error"])
        advice = (Advice(nan if s is None else s, None if a is None else tuple(a), b) for s, a, b in reply["advice"])
        return AdviceReply(tuple(advice), reply["engines"])

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process and self._process.stdin and self._process.stdout:
            self._process.stdin.close()
            self._process.wait(timeout=30)
            self._process.stdout.close()
        self._process = None

    def _exchange(self, request: bytes) -> bytes:
        """The reply, or nothing when the process has ended."""
        pipes = self._running()
        try:
            assert pipes.stdin and pipes.stdout
            pipes.stdin.write(request)
            pipes.stdin.flush()
            return pipes.stdout.readline()
        except BrokenPipeError:
            return b""

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "data.hints.server", str(self._idle)]
            pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
            self._process = subprocess.Popen(command, cwd=PROJECT, stdin=pipe, stdout=pipe, stderr=quiet)
        return self._process


@cache
def hint_server() -> HintServer:
    """The one of this process."""
    return HintServer()


def respond(request: Iterable[Any]) -> dict[str, Any]:
    """The reply to one request; never raises."""
    try:
        hinting = _hinting()
        rewrites = [Rewrite(source, tuple(Piece(*piece) for piece in pieces)) for source, pieces in request]
        candidates = [
            Candidate("", NOWHERE, 0, (FieldRewrite("", rewrite),), str(i)) for i, rewrite in enumerate(rewrites)
        ]
        advice = [_line(hint) for hint in hinting.hints(candidates)]
        return {"error": "", "advice": advice, "engines": " ".join([hinting.engines, *hinting.notes])}
    except Exception as error:
        return {"error": f"The hint engines failed ({type(error).__name__}: {error}).", "advice": [], "engines": ""}


def _line(hint: Hint) -> tuple[float | None, list[str] | None, int]:
    similarity = None if isnan(hint.similarity) else hint.similarity
    added = None if hint.issues is None else [issue.message for issue in hint.issues]
    return similarity, added, hint.issues_before


@cache
def _hinting() -> Any:
    from data.hints.engines import HintRequest, start_engines

    return start_engines(HintRequest())[0]


def main(idle: float) -> None:
    """Answer each line of stdin by one on stdout, until stdin ends or stays silent."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what the engines print is not a reply
        for line in _lines(sys.stdin.buffer, idle):
            out.write(json.dumps(respond(json.loads(line))).encode() + b"\n")
            out.flush()
    if _hinting.cache_info().currsize:
        _hinting().close()


def _lines(stream: IO[bytes], idle: float) -> Iterable[bytes]:
    while select.select([stream], [], [], idle)[0]:
        line = stream.readline()
        if not line:
            return
        yield line


if __name__ == "__main__":
    main(float(sys.argv[1]))
