"""Which grammar engine speaks, and why: LanguageTool wherever it can be had, Harper where it can't."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from core.errors import BadInput, MissingResource
from core.hints.grammar import GrammarEngine
from core.hints.java_server import JAVA_NEEDED, copies, java_version, version_of

URL_VARIABLE = "FLINCH_LANGUAGETOOL_URL"
FOLDER_VARIABLE = "LTP_PATH"  # language-tool-python's own
GET_SIZE = "250 MB"
GET_IT = f"`python cli.py doctor --install-languagetool` fetches LanguageTool ({GET_SIZE})"


class Grammar(StrEnum):
    """What a user can ask for."""

    AUTO = "auto"
    LANGUAGETOOL = "languagetool"
    HARPER = "harper"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Prospect:
    """A grammar engine that could be started: LanguageTool at `url` or from `jar`, otherwise Harper.

    `why` is a sentence for people: which engine this is, where it comes from and why no better one.
    """

    engine: Grammar
    why: str
    url: str = ""
    jar: Path | None = None

    def start(self) -> GrammarEngine:
        """The running engine; raises MissingResource when it does not start after all."""
        if self.engine is Grammar.HARPER:
            from core.hints.harper import Harper

            return Harper()
        from core.hints.languagetool import LanguageTool

        return LanguageTool(self.url, self.jar)


@dataclass(frozen=True, slots=True)
class Choice:
    """The engine that speaks, None for nobody, and a sentence that says why."""

    engine: GrammarEngine | None
    why: str


def languagetool_folder() -> Path:
    """Where language-tool-python keeps its copies: LTP_PATH, or its folder in the user's cache."""
    return Path(os.environ.get(FOLDER_VARIABLE) or Path.home() / ".cache" / "language_tool_python")


def prospects(wanted: str = "auto", url: str = "") -> list[Prospect]:
    """The engines that could speak, best first; nothing is started or asked. Raises BadInput for an unknown wish."""
    try:
        grammar = Grammar(wanted)
    except ValueError:
        options = ", ".join(Grammar)
        raise BadInput(f"{wanted!r} is no grammar engine; choose one of {options}.") from None
    found = list(_languagetools(url)) if grammar in (Grammar.AUTO, Grammar.LANGUAGETOOL) else []
    if grammar in (Grammar.AUTO, Grammar.HARPER) and find_spec("harper"):
        found.append(Prospect(Grammar.HARPER, _harper_because(grammar)))
    return found


def choose_engine(wanted: str = "auto", url: str = "") -> Choice:
    """The first engine that starts, with a sentence saying which one speaks and what became of better ones."""
    if wanted == Grammar.OFF:
        return Choice(None, "Grammar hints are switched off.")
    failed: list[str] = []
    for prospect in prospects(wanted, url):
        try:
            return Choice(prospect.start(), " ".join([*failed, prospect.why]))
        except MissingResource as error:
            failed.append(str(error))
    return Choice(None, " ".join([*failed, f"No grammar engine speaks: {missing_languagetool()}"]))


def missing_languagetool() -> str:
    """Why no LanguageTool can be had, and what to do about it."""
    if java_version() < JAVA_NEEDED:
        return f"LanguageTool needs Java {JAVA_NEEDED} or newer, or the address of a server in {URL_VARIABLE}."
    return f"there is no copy of LanguageTool in {str(languagetool_folder())!r}; {GET_IT}."


def _languagetools(url: str) -> Iterator[Prospect]:
    url = url or os.environ.get(URL_VARIABLE, "")
    if url:
        yield Prospect(Grammar.LANGUAGETOOL, f"LanguageTool speaks, from the server at {url}.", url=url)
    jars = copies(languagetool_folder())
    if jars and java_version() >= JAVA_NEEDED:
        why = f"LanguageTool {version_of(jars[0])} speaks, from the copy on this machine."
        yield Prospect(Grammar.LANGUAGETOOL, why, jar=jars[0])


def _harper_because(wanted: Grammar) -> str:
    if wanted is Grammar.HARPER:
        return "Harper speaks, as asked."
    return (
        "Harper stands in (it finds half of what LanguageTool finds and flags more untouched sentences): "
        f"{missing_languagetool()}"
    )
