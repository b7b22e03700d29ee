"""What is kept of people: accounts, invitations and sessions; of every secret only what it can be checked by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from curation.roles import TeamRole


@dataclass(frozen=True, slots=True)
class Account:
    """A person. `password` is an argon2id hash; whoever is `closed` can't sign in, and what they decided stays.

    Who comes by a provider has an `email` address; `vouched` is when it last vouched for them (seconds since 1970), and
    what it said up to `spent` opens nothing any more. The password is "" where they have none.
    """

    name: str
    role: TeamRole
    password: str
    created: datetime
    closed: bool = False
    email: str = ""
    vouched: int = 0
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Invitation:
    """What one link, opened once before it ends, makes somebody; `by` is "" for the set-up link.

    Where it names an `email` address, a provider that vouches for it opens it as well. Where it has a `name`, the
    account gets that name.
    """

    role: TeamRole
    ends: datetime
    by: str
    email: str = ""
    name: str = ""

    @property
    def whom(self) -> str:
        """For whom it is: "Ada (ada@example.org)", either of the two, "" for nobody in particular."""
        return f"{self.name} ({self.email})" if self.name and self.email else self.name or self.email


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which somebody signed in."""

    name: str
    ends: datetime


@dataclass(frozen=True, slots=True)
class Register:
    """All of it. Accounts go by the folded name, invitations and sessions by the SHA-256 of their secret."""

    accounts: Mapping[str, Account] = field(default_factory=dict)
    invitations: Mapping[str, Invitation] = field(default_factory=dict)
    sessions: Mapping[str, Session] = field(default_factory=dict)
