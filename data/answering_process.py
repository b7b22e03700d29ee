"""A process of its own that answers requests, a line of JSON each, so that what it holds never burdens the app.

It starts with the first request, and again when it has ended; it ends when no request comes for a while, or with the
process that started it.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import IO, Any

from core.errors import MissingResource
from core.program import PACKAGE, PROGRAM
from data.workspace import START

IDLE_SECONDS = 600.0
Answer = dict[str, Any]


class AnsweringProcess:
    """The process of a module that calls `answer_requests`. `holds` names for people what it runs."""

    def __init__(
        self, module: str, holds: str, idle: float = IDLE_SECONDS, environment: Mapping[str, str] | None = None
    ) -> None:
        self._command, self._holds = [sys.executable, "-m", f"{PACKAGE}{module}", str(idle)], holds
        self._environment = environment or {}
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = Lock()

    def ask(self, request: object) -> Answer:
        """The answer to what JSON can say; raises MissingResource when the process can't answer."""
        line = json.dumps(request).encode() + b"\n"
        with self._one_at_a_time:
            answer = self._exchange(line) or self._exchange(line)
        if not answer:
            raise MissingResource(
                f"The process that runs {self._holds} stops right after it starts; run `{PROGRAM} doctor` to see why."
            )
        parsed: Answer = json.loads(answer)
        return parsed

    @property
    def pid(self) -> int | None:
        """The process's number, None while there is none."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process and self._process.stdin and self._process.stdout:
            self._process.stdin.close()
            self._process.wait(timeout=30)
            self._process.stdout.close()
        self._process = None

    def _exchange(self, line: bytes) -> bytes:
        """The answer, or nothing when the process has ended."""
        pipes = self._running_process()
        try:
            assert pipes.stdin and pipes.stdout
            pipes.stdin.write(line)
            pipes.stdin.flush()
            return pipes.stdout.readline()
        except BrokenPipeError:
            return b""

    def _running_process(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
            around = {**os.environ, **self._environment}
            self._process = subprocess.Popen(
                self._command, cwd=START, stdin=pipe, stdout=pipe, stderr=quiet, env=around
            )
        return self._process


def answer_requests(answer: Callable[[Any], Answer]) -> None:
    """Answer each line of stdin by one on stdout, until stdin ends or stays silent for the seconds in `sys.argv`."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what libraries print is no answer
        for line in _lines(sys.stdin.buffer, float(sys.argv[1])):
            out.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
            out.flush()


def _lines(stream: IO[bytes], idle: float) -> Iterator[bytes]:
    while select.select([stream], [], [], idle)[0]:
        line = stream.readline()
        if not line:
            return
        yield line
