"""Getting LanguageTool by language-tool-python's own download: only when a user starts it, seen and timed."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import MissingResource
from data.hints.choice import URL_VARIABLE, languagetool_folder
from data.hints.java_server import JAVA_NEEDED, copies, java_version
from data.jobs.job import Job

Progress = Callable[[int, int], object]
STALLED_SECONDS = 60.0
LOOK_SECONDS = 0.5
# A process of its own can be stopped; it checks the archive's hash and unpacks it too.
_DOWNLOAD = "from language_tool_python.download_lt import LocalLanguageTool as L; L.from_version_name().download()"


def install_languagetool(progress: Progress, stalled_seconds: float = STALLED_SECONDS) -> Path:
    """Download LanguageTool to where language-tool-python looks for it; returns the jar, at once if it is there.

    `progress(bytes so far, bytes in all)` is called twice a second; what it raises stops the download. Raises
    MissingResource when there is no Java, nobody answers, the download stalls or the archive is not what it should be.
    """
    folder = languagetool_folder()
    if jars := copies(folder):
        return jars[0]
    if java_version() < JAVA_NEEDED:
        raise MissingResource(f"LanguageTool needs Java {JAVA_NEEDED} or newer; install Java (such as a JRE) first.")
    address, size = download_size()
    with _download_process(folder) as process:
        last, moved = 0, time.monotonic()
        while process.poll() is None:
            so_far = min(size, _archive_size(folder))
            last, moved = (so_far, time.monotonic()) if so_far > last else (last, moved)
            progress(last, size)
            if last < size and time.monotonic() - moved > stalled_seconds:
                raise _download_error(address, f"no data arrived for {stalled_seconds:.0f} s")
            time.sleep(LOOK_SECONDS)
        error = process.stderr.read().strip().split("\n")[-1] if process.stderr else ""
    if process.returncode or not copies(folder):
        raise _download_error(address, error or f"exit code {process.returncode}")
    progress(size, size)
    return copies(folder)[0]


def run(job: Job) -> None:
    """The job "languagetool": the same, cancelled like any other job."""

    def report(done: int, total: int) -> None:
        job.check()
        job.report(done, total, f"{done / 1e6:.0f} of {total / 1e6:.0f} MB of LanguageTool")

    install_languagetool(report)


def download_size() -> tuple[str, int]:
    """Where the download comes from and its bytes; raises MissingResource when nobody answers there."""
    import requests
    from language_tool_python.download_lt import LocalLanguageTool

    address = str(LocalLanguageTool.from_version_name().download_url)
    try:
        answer = requests.head(address, allow_redirects=True, timeout=20)
        answer.raise_for_status()
        return address, int(answer.headers["Content-Length"])
    except (requests.RequestException, KeyError, ValueError) as error:
        raise _download_error(address, type(error).__name__) from error


@contextmanager
def _download_process(folder: Path) -> "Iterator[subprocess.Popen[str]]":
    folder.mkdir(parents=True, exist_ok=True)
    there = set(folder.iterdir())
    process = subprocess.Popen([sys.executable, "-c", _DOWNLOAD], stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
            for path in set(folder.iterdir()) - there:  # what it left behind
                shutil.rmtree(path, ignore_errors=True)


def _archive_size(folder: Path) -> int:
    """The size of the archive so far; the library writes it into a temporary folder beside the copies."""
    sizes = []
    for path in folder.glob("tmp*/*.zip"):
        try:
            sizes.append(path.stat().st_size)
        except OSError:  # unpacked and gone
            continue
    return max(sizes, default=0)


def _download_error(address: str, why: str) -> MissingResource:
    return MissingResource(
        f"LanguageTool could not be downloaded from {address} ({why}); try again later, "
        f"or name a server in {URL_VARIABLE}."
    )
