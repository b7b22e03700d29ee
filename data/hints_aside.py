"""Hints for a few texts at once, asked by a page: a process of its own holds the engines, so that the app stays light.

The process starts at the first question, which takes about ten seconds, then answers within a fraction of one. It ends
when nobody asked for a while, or with the process that asked. `python -m data.hints_aside` is that process.
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
from pathlib import Path
from threading import Lock
from typing import IO, Any

from core.errors import MissingResource
from core.records import Candidate, Cell, FieldRewrite, Hint
from core.rewrite import Piece, Rewrite
from core.severity import pps

ROOT = Path(__file__).parent.parent
IDLE_SECONDS = 600.0
NOWHERE = Cell("", "", "", pps(1))


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint about one rewrite: NaN and None where no engine spoke; `added` holds the messages of new issues."""

    similarity: float = nan
    added: tuple[str, ...] | None = None
    before: int = 0


@dataclass(frozen=True, slots=True)
class Advised:
    """Advice for each rewrite, in order, and a sentence on who gave it."""

    advice: tuple[Advice, ...]
    speaking: str


class HintsAside:
    """The process that holds the engines, started when it is first asked and again when it has ended."""

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        self._idle = idle
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = Lock()

    def ask(self, rewrites: Sequence[Rewrite]) -> Advised:
        """Advice on these rewrites; raises MissingResource when the process can't answer."""
        question = json.dumps([[rewrite.source, rewrite.pieces] for rewrite in rewrites]).encode() + b"\n"
        with self._one_at_a_time:
            answer = self._asked(question) or self._asked(question)
        if not answer:
            raise MissingResource("The process of the hint engines ends at once; `python cli.py doctor` says more.")
        told = json.loads(answer)
        if told["error"]:
            raise MissingResource(told["error"])
        advice = (Advice(nan if s is None else s, None if a is None else tuple(a), b) for s, a, b in told["advice"])
        return Advised(tuple(advice), told["speaking"])

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process and self._process.stdin and self._process.stdout:
            self._process.stdin.close()
            self._process.wait(timeout=30)
            self._process.stdout.close()
        self._process = None

    def _asked(self, question: bytes) -> bytes:
        """The answer, or nothing when the process has ended."""
        pipes = self._running()
        try:
            assert pipes.stdin and pipes.stdout
            pipes.stdin.write(question)
            pipes.stdin.flush()
            return pipes.stdout.readline()
        except BrokenPipeError:
            return b""

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "data.hints_aside", str(self._idle)]
            pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
            self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=quiet)
        return self._process


@cache
def hints_aside() -> HintsAside:
    """The one of this process."""
    return HintsAside()


def answer(question: Iterable[Any]) -> dict[str, Any]:
    """What the process says to one question; never raises."""
    try:
        hinting = _hinting()
        rewrites = [Rewrite(source, tuple(Piece(*piece) for piece in pieces)) for source, pieces in question]
        asked = [Candidate("", NOWHERE, 0, (FieldRewrite("", rewrite),), str(i)) for i, rewrite in enumerate(rewrites)]
        advice = [_line(hint) for hint in hinting.hints(asked)]
        return {"error": "", "advice": advice, "speaking": " ".join([hinting.speaking, *hinting.notes])}
    except Exception as error:
        return {"error": f"The hint engines failed ({type(error).__name__}: {error}).", "advice": [], "speaking": ""}


def _line(hint: Hint) -> tuple[float | None, list[str] | None, int]:
    similarity = None if isnan(hint.similarity) else hint.similarity
    added = None if hint.issues is None else [issue.message for issue in hint.issues]
    return similarity, added, hint.issues_before


@cache
def _hinting() -> Any:
    from data.candidates import HintWish
    from data.candidates_job import engines

    return engines(HintWish())[0]


def main(idle: float) -> None:
    """Answer each line of stdin by one on stdout, until stdin ends or stays silent."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what the engines print is no answer
        for line in _lines(sys.stdin.buffer, idle):
            out.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
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
