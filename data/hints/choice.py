"""Which grammar engine is used, and why: LanguageTool where it is available, Harper elsewhere."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from core.errors import BadInput, MissingResource
from core.hints.grammar import GrammarEngine
from core.program import PROGRAM
from data.hints.java_server import JAVA_NEEDED, copies, java_version, version_of

URL_VARIABLE = "FLINCH_LANGUAGETOOL_URL"
FOLDER_VARIABLE = "LTP_PATH"  # language-tool-python's own
GET_SIZE = "250 MB"
GET_IT = f"`{PROGRAM} doctor --install-languagetool` installs LanguageTool ({GET_SIZE})"


class GrammarChoice(StrEnum):
    """What a user can ask for."""

    AUTO = "auto"
    LANGUAGETOOL = "languagetool"
    HARPER = "harper"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class AvailableEngine:
    """A grammar engine that could be started: LanguageTool at `url` or from `jar`, otherwise Harper.

    `why` is a sentence for people: which engine this is, where it comes from and why no better one.
    """

    choice: GrammarChoice
    why: str
    url: str = ""
    jar: Path | None = None

    def start(self) -> GrammarEngine:
        """The running engine; raises MissingResource when it does not start after all."""
        if self.choice is GrammarChoice.HARPER:
            from data.hints.harper import Harper

            return Harper()
        from data.hints.languagetool import LanguageTool

        return LanguageTool(self.url, self.jar)


@dataclass(frozen=True, slots=True)
class ChosenEngine:
    """The engine in use, None for none, and a sentence that says why."""

    engine: GrammarEngine | None
    why: str


def languagetool_folder() -> Path:
    """Where language-tool-python keeps its copies: LTP_PATH, or its folder in the user's cache."""
    return Path(os.environ.get(FOLDER_VARIABLE) or Path.home() / ".cache" / "language_tool_python")


def available_engines(choice: str = "auto", url: str = "") -> list[AvailableEngine]:
    """The engines that could be used, best first; nothing is started. Raises BadInput for an unknown choice."""
    try:
        grammar = GrammarChoice(choice)
    except ValueError:
        options = ", ".join(GrammarChoice)
        raise BadInput(f"{choice!r} is not a grammar engine; choose one of {options}.") from None
    engines = list(_languagetools(url)) if grammar in (GrammarChoice.AUTO, GrammarChoice.LANGUAGETOOL) else []
    if grammar in (GrammarChoice.AUTO, GrammarChoice.HARPER) and find_spec("harper"):
        engines.append(AvailableEngine(GrammarChoice.HARPER, _harper_because(grammar)))
    return engines


def choose_engine(choice: str = "auto", url: str = "") -> ChosenEngine:
    """The first engine that starts, with a sentence that names it and says what became of better ones."""
    if choice == GrammarChoice.OFF:
        return ChosenEngine(None, "Grammar hints are switched off.")
    failed: list[str] = []
    for available in available_engines(choice, url):
        try:
            return ChosenEngine(available.start(), " ".join([*failed, available.why]))
        except MissingResource as error:
            failed.append(str(error))
    return ChosenEngine(None, " ".join([*failed, f"No grammar engine is available: {missing_languagetool()}"]))


def missing_languagetool() -> str:
    """Why no LanguageTool can be had, and what to do about it."""
    if java_version() < JAVA_NEEDED:
        return f"LanguageTool needs Java {JAVA_NEEDED} or newer, or the address of a server in {URL_VARIABLE}."
    return f"there is no copy of LanguageTool in {str(languagetool_folder())!r}; {GET_IT}."


def _languagetools(url: str) -> Iterator[AvailableEngine]:
    url = url or os.environ.get(URL_VARIABLE, "")
    if url:
        yield AvailableEngine(
            GrammarChoice.LANGUAGETOOL, f"Grammar is checked by LanguageTool, on the server at {url}.", url=url
        )
    jars = copies(languagetool_folder())
    if jars and java_version() >= JAVA_NEEDED:
        why = f"Grammar is checked by LanguageTool {version_of(jars[0])}, the copy on this machine."
        yield AvailableEngine(GrammarChoice.LANGUAGETOOL, why, jar=jars[0])


def _harper_because(choice: GrammarChoice) -> str:
    if choice is GrammarChoice.HARPER:
        return "Grammar is checked by Harper, as you chose."
    return (
        "Harper replaces LanguageTool. Harper finds half as many errors and flags more unchanged sentences. Reason: "
        f"{missing_languagetool()}"
    )
