"""A LanguageTool server of our own: a Java process that never outlives the process that started it."""

import re
import socket
import subprocess
import time
from functools import cache
from pathlib import Path
from shutil import which

from core.errors import MissingResource

JAVA_NEEDED = 17  # LanguageTool 6.6 and newer
HEAP = "-Xmx1g"
START_SECONDS = 60.0

# The shell waits for Java, and a second one for the end of its own input, which the kernel closes when the process
# that holds the other end dies, even by SIGKILL. That works on Linux and macOS alike and needs no code between
# fork and exec.
_WATCHED = """
exec 3<&0
"$@" 3<&- </dev/null &
java=$!
{ cat <&3 >/dev/null; kill -9 $java 2>/dev/null; } &
exec 3<&-
wait $java
"""


def java_version(java: str | None = None) -> int:
    """The major version of the Java on the PATH, 0 where there is none that answers."""
    path = java or which("java")
    try:
        return _version(path, Path(path).stat().st_mtime_ns) if path else 0
    except (OSError, subprocess.TimeoutExpired):
        return 0


@cache
def _version(java: str, changed: int) -> int:
    """Asked once of each program, for a page asks with each of its runs; again when the program has `changed`."""
    output = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=20).stderr
    match = re.search(r'version "(?:1\.)?(\d+)', output)
    return int(match.group(1)) if match else 0


def copies(folder: Path) -> list[Path]:
    """The LanguageTool jars below a folder laid out as language-tool-python does, newest version first."""
    jars = [jar for jar in folder.glob("LanguageTool-*/languagetool-server.jar") if jar.is_file()]
    return sorted(jars, key=lambda jar: [int(n) for n in re.findall(r"\d+", jar.parent.name)], reverse=True)


def version_of(jar: Path) -> str:
    """The version in the name of the jar's folder: "6.8"."""
    return jar.parent.name.removeprefix("LanguageTool-")


class JavaServer:
    """A running server; `url` is where it answers. Close it, or let this process end: Java goes with it."""

    def __init__(self, jar: Path) -> None:
        """Start the server and wait until it answers; raises MissingResource with the reason when it does not."""
        java = which("java")
        if not java:
            raise MissingResource(f"There is no Java on the PATH; LanguageTool needs Java {JAVA_NEEDED} or newer.")
        for port in map(_free_port, range(3)):  # another process may take the port before Java does
            command = [java, HEAP, "-cp", str(jar), "org.languagetool.server.HTTPServer", "-p", str(port)]
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _WATCHED, "languagetool", *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            self.url = f"http://127.0.0.1:{port}/"
            if self._answers():
                return
            self.close()
        raise MissingResource(
            f"LanguageTool in {str(jar.parent)!r} does not start (Java {java_version(java) or 'of unknown version'}; "
            f"LanguageTool needs {JAVA_NEEDED} or newer); try `java -jar {jar.name} --help` in that folder."
        )

    @property
    def alive(self) -> bool:
        return self._shell.poll() is None

    def close(self) -> None:
        """End the server; doing it twice is doing it once."""
        if self._shell.stdin:
            self._shell.stdin.close()
        try:
            self._shell.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._shell.kill()
            self._shell.wait()

    def _answers(self) -> bool:
        import requests

        until = time.monotonic() + START_SECONDS
        while self.alive and time.monotonic() < until:
            try:
                if requests.get(f"{self.url}v2/healthcheck", timeout=2).ok:
                    return True
            except requests.RequestException:
                time.sleep(0.1)
        return False


def _free_port(_: int) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
