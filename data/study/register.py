"""Who takes part in a study, by pseudonym, and which links open what: `register.json`, whole or not at all.

Of a link only its SHA-256 is kept: who reads the file can open none.
"""

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from core.errors import BadInput
from curation.study.records import StudyState
from data.durable import lock_file, write_failure_told, write_text
from data.records_json import encode_checked, read_record

NAME, LOCK = "register.json", "register.lock"
TOKEN_BYTES = 16  # 128 bits
LONGEST_TOKEN = 100


@dataclass(frozen=True, slots=True)
class StudyLink:
    """What a link opens: the session of a `participant`, or, with a `quota`, the door for so many. One may be dead."""

    participant: str = ""
    quota: int = 0
    dead: bool = False


@dataclass(frozen=True, slots=True)
class StudyRegister:
    """All of it. `places` says which place of the plan each participant has who counts; `named` were ever named.

    `joined` counts who came through each open link, by its hash. `digests` are the SHA-256 of the files that never
    change, by name.
    """

    created: datetime
    state: StudyState = StudyState.OPEN
    named: int = 0
    places: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[str, StudyLink] = field(default_factory=dict)
    joined: Mapping[str, int] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)

    def link(self, token: str) -> StudyLink | None:
        """What this token opens, None where it opens nothing. All hashes are compared, in constant time each."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        mine, match = digest(token), None
        for key, link in self.links.items():
            if hmac.compare_digest(key, mine):
                match = link
        return None if match is None or match.dead else match

    def free_places(self, places: int) -> list[int]:
        """The places of the plan, of which there are so many, that nobody has."""
        taken = set(self.places.values())
        return [place for place in range(places) if place not in taken]

    def without(self, participant: str) -> "StudyRegister":
        """The same after this participant's place was freed."""
        return replace(self, places={who: place for who, place in self.places.items() if who != participant})

    def dead(self, participant: str) -> "StudyRegister":
        """The same after this participant's links were shut for good, and point to nobody."""
        links = {
            key: StudyLink(dead=True) if link.participant == participant else link for key, link in self.links.items()
        }
        return replace(self, links=links)


def new_token() -> str:
    """128 random bits as 22 letters, digits, hyphens and underscores."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def read_register(folder: Path) -> StudyRegister:
    """The register of the study in this folder. Raises BadInput where it can't be read: nobody comes in by damage."""
    path = folder / NAME
    try:
        held = path.stat()
    except OSError as error:
        raise BadInput(f"{str(path)!r} can't be read ({error.strerror}); restore a copy of it.") from error
    return _read(path, held.st_ino, held.st_mtime_ns, held.st_size)


@lru_cache(maxsize=64)
def _read(path: Path, *_: int) -> StudyRegister:
    return read_record(path, StudyRegister)


def write_register(folder: Path, register: StudyRegister) -> None:
    """Put the register in place, whole. Raises BadInput with the reason where that can't be."""
    with write_failure_told(folder / NAME, "Nothing was changed: "):
        write_text(folder / NAME, encode_checked(register), mode=0o600)


def change_register(folder: Path, change: Callable[[StudyRegister], StudyRegister]) -> StudyRegister:
    """The register after this change, with nobody else's in between; nothing is changed where `change` raises."""
    with lock_file(folder / LOCK):
        register = change(read_register(folder))
        write_register(folder, register)
        return register
