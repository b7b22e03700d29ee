"""The studies of a workspace: `studies/<id>/` each."""

import hmac
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from core.errors import BadInput
from curation.study.assignment import assign
from curation.study.design import StudyDesign
from curation.study.records import ItemKind
from data.durable import folder_written_whole
from data.secret import secret
from data.study.copies import forget_everywhere
from data.study.files import StudyFiles
from data.study.gone import Withdrawal, note_gone
from data.study.register import LONGEST_TOKEN, StudyRegister, digest, read_register, write_register
from data.study.sampling import DrawnItems, drawn_items
from data.study.session import StudySession
from data.study.study import Study
from data.variants.making import Report
from data.workspace import Workspace

SHORTEST_VISIT = 16  # characters of what a browser chooses to be known by at an open link


@dataclass(frozen=True, slots=True)
class OpenLink:
    """What an open link shows: the study's consent, and a way in. Nothing is kept of whoever only looks."""

    study: Study
    key: str
    root: Path

    def join(self, visit: str) -> str:
        """Come in: the token of a session of one's own. The browser chooses `visit`; the same gives the same token.

        Raises BadInput where all places are taken, where the study is not open, and for a `visit` that is no secret.
        """
        if not SHORTEST_VISIT <= len(visit) <= LONGEST_TOKEN:
            raise BadInput("Your browser did not send a valid identifier. Please reload the page.")
        made = hmac.new(secret(self.root), f"{self.key}\x1f{visit}".encode("utf-8", "replace"), sha256).digest()
        token = made[:16].hex()
        self.study.join(self.key, token)
        return token


class Studies:
    """All studies of a workspace. Every method may be called from any thread and any process."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.folder = workspace.root / "studies"

    def create(
        self, design: StudyDesign, workers: int | None = None, report: Report | None = None, id_: str = ""
    ) -> str:
        """Draw the items, deal them out, and put the study in place, whole; its id, a new one unless it is given.

        Raises BadInput for a design that can't be carried out with the workspace's data sets.
        """
        design.check()
        return self.keep(design, unguessable(drawn_items(self.workspace, design, workers, report)), id_)

    def keep(self, design: StudyDesign, drawn: DrawnItems, id_: str = "") -> str:
        """The same for items that were drawn already."""
        each = {part.name: part.per_participant for part in design.parts}
        real = [item for item in drawn.items if item.kind is ItemKind.REAL]
        hands = assign(real, design.participants, each, design.seed)
        plan = tuple(tuple(item.id for item in hand) for hand in hands)
        files = StudyFiles(design, {item.id: item for item in drawn.items}, plan, tuple(drawn.notes))
        id_ = id_ or secrets.token_hex(6)
        with folder_written_whole(self.folder / id_, 0o700) as draft:
            files.write(draft)
            write_register(draft, StudyRegister(datetime.now(UTC), digests=files.digests(draft)))
        return id_

    def ids(self) -> list[str]:
        """The ids of all studies, the newest first; one whose register can't be read comes last."""
        if not self.folder.is_dir():
            return []
        folders = [f for f in self.folder.iterdir() if f.is_dir() and not f.name.startswith(".")]
        return [folder.name for folder in sorted(folders, key=_made, reverse=True)]

    def open(self, id_: str) -> Study:
        """The study of this id; raises BadInput where there is none, or where it is damaged."""
        if id_ not in self.ids():
            raise BadInput(f"There is no study {id_!r:.60}; choose a study on the page Studies.")
        return Study.open(self.folder / id_)

    def session(self, token: str) -> StudySession | None:
        """The session that this token opens in any study, None where it opens none."""
        for study in self._opened_by(token):
            return study.session(token)
        return None

    def door(self, token: str) -> OpenLink | None:
        """The door that this token of an open link opens, None where it opens none."""
        for study in self._opened_by(token):
            link = study.register.link(token)
            if link and link.quota:
                return OpenLink(study, digest(token), self.workspace.root)
        return None

    def remove(self, id_: str) -> None:
        """Delete a study with all that people answered, in snapshots too. Raises BadInput where there is none."""
        self.open(id_)
        gone = Withdrawal(id_)
        note_gone(self.workspace.root, gone)
        forget_everywhere(self.workspace.root, [gone])

    def opens(self, token: str) -> bool:
        return bool(self._opened_by(token))

    def _opened_by(self, token: str) -> Sequence[Study]:
        opened = []
        for id_ in self.ids():
            with suppress(BadInput):  # a damaged study opens nothing, and shuts no other
                if read_register(self.folder / id_).link(token):
                    opened.append(Study.open(self.folder / id_))
        return opened


def unguessable(drawn: DrawnItems) -> DrawnItems:
    """The same items under random ids: those that they were drawn with can be computed by who knows the design, and
    would tell in the participants' page which of them are checks."""
    return DrawnItems([replace(item, id=secrets.token_hex(10)) for item in drawn.items], drawn.notes)


def _made(folder: Path) -> datetime:
    try:
        return read_register(folder).created
    except BadInput:
        return datetime.min.replace(tzinfo=UTC)
