"""What a bench printed last, with date, commit and machine: docs/bench/NAME.txt, and whether that is too old."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path

from data.workspace import PROJECT

FOLDER = PROJECT / "docs" / "bench"
DAYS, COMMITS = 30, 300  # how much older than what it measures a figure may be


@dataclass(frozen=True, slots=True)
class Printed:
    """`sentences` and `noise` are "" where none were taken, or nothing is known of it."""

    date: str
    commit: str
    machine: str
    sentences: str
    noise: str
    text: str

    def write(self, path: Path) -> None:
        """A line for each fact, an empty line, then what was printed."""
        facts = [
            f"{f.name}: {getattr(self, f.name)}" for f in fields(self) if f.name != "text" and getattr(self, f.name)
        ]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join([*facts, "", self.text.strip("\n"), ""]), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> "Printed":
        """As `write` left it. Raises TypeError for a file that names another fact."""
        head, _, text = path.read_text(encoding="utf-8").partition("\n\n")
        facts = dict(line.split(": ", 1) for line in head.splitlines())
        return cls(**{"sentences": "", "noise": "", **facts, "text": text.rstrip("\n")})


def too_old(printed: Printed, measures: Sequence[str]) -> str:
    """Why figures may no longer be shown: what they measure changed over 30 days or 300 commits later; else "".

    A commit that this history does not have is judged by its date alone.
    """
    changed = git("log", "-1", "--format=%H %cs", "--", *measures)
    if not changed:
        return ""
    last, day = changed.split()
    later = (date.fromisoformat(day) - date.fromisoformat(printed.date)).days
    if later > DAYS:
        return f"{', '.join(measures)} changed {later} days after"
    commits = git("rev-list", "--count", f"{printed.commit}..{last}")
    return f"{', '.join(measures)} changed {commits} commits after" if commits and int(commits) > COMMITS else ""


def is_current(printed: Printed, measures: Sequence[str]) -> bool:
    """Whether nothing that it measures changed since."""
    exists = git("cat-file", "-t", printed.commit) == "commit"
    return exists and not git("diff", "--name-only", printed.commit, "--", *measures)


def git(*arguments: str) -> str:
    """What git says in the project's folder; "" where it fails or is not there."""
    try:
        return subprocess.run(["git", *arguments], cwd=PROJECT, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
