"""Harper, the stand-in grammar engine: in process, no Java, no download. It finds half of what LanguageTool finds."""

from collections.abc import Sequence
from importlib.metadata import version

from core.hints.grammar import Issue, masked


class Harper:
    """One linter (not thread-safe; making it takes a second or less)."""

    def __init__(self) -> None:
        from harper import Linter

        self._linter = Linter()
        self.name = f"Harper {version('harper-py')} (stand-in)"

    def check(self, texts: Sequence[str]) -> list[list[Issue]]:
        """The issues of each text, in reading order, named by Harper's own rules."""
        return [self._issues(masked(text)) for text in texts]

    def close(self) -> None:
        """Nothing was started."""

    def _issues(self, text: str) -> list[Issue]:
        by_rule = self._linter.organized_lints(text, language="plaintext")
        issues = [
            Issue(lint.span.start, lint.span.end, rule, lint.message.replace("`", '"'))
            for rule, lints in by_rule.items()
            for lint in lints
        ]
        return sorted(issues)
