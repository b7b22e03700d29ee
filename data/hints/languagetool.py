"""LanguageTool, asked in joined batches through language-tool-python: a server by URL or one of our own."""

from bisect import bisect_right
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Protocol

from core.errors import MissingResource
from core.hints.grammar import EngineDied, Issue, masked
from data.hints.java_server import JavaServer, version_of

BATCH = 64  # the server answers after 40 ms however little it is asked; 50 to 100 sentences a call are quickest
CHARACTERS = 20_000  # a batch of long texts is cut shorter
AT_ONCE = 2
GAP = "\n\n.\n\n"  # ends a sentence for every rule but those below; the dot for one that asks how the last one ended
ACROSS = {"ENGLISH_WORD_REPEAT_BEGINNING_RULE"}  # rules that look across the sentences of a joined batch
LANGUAGE = "en-US"


class _Match(Protocol):
    offset: int
    error_length: int
    rule_id: str
    message: str


class _Client(Protocol):
    disabled_rules: set[str]

    def check(self, text: str) -> Sequence[_Match]: ...


class LanguageTool:
    """LanguageTool at a URL, or from a jar on disk whose server is started here and ends with this process."""

    def __init__(self, url: str = "", jar: Path | None = None) -> None:
        """Raises MissingResource with the reason when nobody answers at the URL or the server does not start."""
        self._jar = jar
        self._server = JavaServer(jar) if jar else None
        self._restarts_left = 1 if jar else 0
        self._client = _client(self._server.url if self._server else url)
        self.name = f"LanguageTool {version_of(jar)}" if jar else f"LanguageTool at {url}"

    def check(self, texts: Sequence[str]) -> list[list[Issue]]:
        """The issues of each text. A server of ours that died is started again once; then EngineDied is raised."""
        try:
            with ThreadPoolExecutor(AT_ONCE) as pool:
                answered = list(pool.map(partial(_check_batch, self._client), joined(texts)))
        except _errors() as error:
            self._restart(error)
            return self.check(texts)
        return [issues for batch in answered for issues in batch]

    def close(self) -> None:
        """Stop the server if it is ours."""
        if self._server:
            self._server.close()

    def _restart(self, error: Exception) -> None:
        self.close()
        if not self._jar or not self._restarts_left:
            raise EngineDied(f"{self.name} no longer answers ({type(error).__name__}).") from error
        self._restarts_left -= 1
        try:
            self._server = JavaServer(self._jar)
            self._client = _client(self._server.url)
        except MissingResource as missing:
            raise EngineDied(f"{self.name} stopped and does not start again.") from missing


def joined(texts: Sequence[str]) -> list[list[str]]:
    """The texts in batches of at most BATCH texts and about CHARACTERS characters, in order."""
    batches: list[list[str]] = []
    room = 0
    for text in texts:
        if not batches or room < len(text) or len(batches[-1]) == BATCH:
            batches.append([])
            room = CHARACTERS
        batches[-1].append(text)
        room -= len(text)
    return batches


def _check_batch(client: _Client, batch: Sequence[str]) -> list[list[Issue]]:
    """One call for the whole batch, each match given back to the text that it starts in."""
    starts = [0]
    for text in batch:
        starts.append(starts[-1] + len(text) + len(GAP))
    issues: list[list[Issue]] = [[] for _ in batch]
    for match in client.check(GAP.join(map(masked, batch))):
        i = min(bisect_right(starts, match.offset), len(batch)) - 1
        start = match.offset - starts[i]
        if start < len(batch[i]):  # else it is about the gap
            end = min(start + match.error_length, len(batch[i]))
            issues[i].append(Issue(start, end, match.rule_id, match.message))
    return issues


def _client(url: str) -> _Client:
    import language_tool_python

    try:
        client: _Client = language_tool_python.LanguageTool(LANGUAGE, remote_server=url)
    except _errors() as error:
        raise MissingResource(
            f"No LanguageTool server answers at {url!r} ({type(error).__name__}); start this server, or leave the "
            "address out."
        ) from error
    client.disabled_rules = set(ACROSS)
    return client


def _errors() -> tuple[type[Exception], ...]:
    from language_tool_python.exceptions import LanguageToolError

    return (LanguageToolError, OSError, ValueError)  # requests raises an OSError, a strange answer a ValueError
