"""Another library's process, kept alive and given blocks of texts through pipes."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tools.bench.environments import variables

SCRIPTS = Path(__file__).parent / "peer_scripts"


class PeerFailed(RuntimeError):
    """A library that did not do its part; the message is its own, in one line."""


@dataclass(frozen=True, slots=True)
class PeerPerturbation:
    """One of a library's perturbations, by its number in the library's script; `ours` does the same."""

    number: int
    ours: str
    name: str


class PeerProcess:
    """A library's script in its own Python (`peer_scripts/blocks.py`)."""

    def __init__(self, process: "subprocess.Popen[str]", errors: Any) -> None:
        self._process = process
        self._errors = errors

    def perturbations(self) -> tuple[PeerPerturbation, ...]:
        """What the library can be measured at: the first thing its script says. Raises PeerFailed."""
        listed = enumerate(self._answer())
        return tuple(PeerPerturbation(number, peer["ours"], peer["name"]) for number, peer in listed)

    def cpu_seconds(self, peer: PeerPerturbation, texts: Sequence[str]) -> float:
        """What perturbing each of these texts once takes of the processor's time; raises PeerFailed."""
        try:
            print(json.dumps({"peer": peer.number, "texts": texts}), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise PeerFailed(self._last_words()) from None
        answer = self._answer()
        if "failed" in answer:
            raise PeerFailed(answer["failed"])
        return float(answer["seconds"])

    def _answer(self) -> Any:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise PeerFailed(self._last_words())
        return json.loads(line)

    def _last_words(self) -> str:
        code = self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return " ".join((lines or [f"exit code {code}"])[-1].split())[:200]


@contextmanager
def peer_process(home: Path, library: str) -> Iterator[PeerProcess]:
    """The library's process in its environment, ended with the block."""
    command = [str(home / "bin" / "python"), "-W", "ignore", str(SCRIPTS / "blocks.py"), library]
    with (
        TemporaryFile() as errors,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=variables(home),
            text=True,
        ) as process,
    ):
        try:
            yield PeerProcess(process, errors)
        finally:
            process.kill()
