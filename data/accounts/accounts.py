"""The accounts of a workspace: made by link, opened by password, held by a session in the browser.

They lie in `accounts.json`, which only its owner may read. Passwords are kept as argon2id hashes, links and sessions as
SHA-256 of 256 random bits: who reads the file can neither sign in nor open a link.
"""

import re
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from itertools import count
from math import ceil
from pathlib import Path
from time import sleep

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from core.errors import BadInput
from core.program import PROGRAM
from curation.roles import TeamRole
from data.accounts.attempts import Attempts
from data.accounts.names import folded, is_seen, mixes_alphabets, plain, shape
from data.accounts.passwords import is_common
from data.accounts.records import Account, Invitation, Register, Session
from data.durable import lock_file, write_failure_told, write_text
from data.records_json import decode, encode_checked

FILE = "accounts.json"
SHORTEST, LONGEST = 10, 200  # characters of a password
LONGEST_NAME = 60
INVITED = timedelta(days=7)
SIGNED_IN = timedelta(days=14)  # since it was last renewed
SLOWED = 1.0  # seconds that a guess takes where the right password was used before
RENEWED = timedelta(days=1)  # a session is renewed when that much of it is gone
WRONG = "The name and the password do not match; try again, or ask a researcher for a new link."
AGAIN = "You signed out of Flinch; sign in again."
NO_LINK = "This link was used before, or is too old; ask a researcher for a new link."


class Accounts:
    """The accounts of one workspace; every method may be called from any thread and any process."""

    def __init__(
        self,
        root: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        hasher: PasswordHasher | None = None,
        pause: Callable[[float], None] = sleep,
    ) -> None:
        """Raises BadInput where the file of accounts can't be read: nobody comes in by damaging it."""
        self._path = root / FILE
        self._now = now
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex())  # checked for unknown names, so that they take as long
        self._lock = lock_file(root / f".{FILE}.lock")  # commands change the file beside the app
        self._attempts = Attempts(root, now)
        self._pause = pause
        read_accounts(self._path)

    @property
    def _register(self) -> Register:
        """What the file says now, whoever wrote it."""
        return read_accounts(self._path)

    def all(self) -> list[Account]:
        return sorted(self._register.accounts.values(), key=lambda account: account.name.casefold())

    def set_up(self) -> str:
        """The secret of a link that makes its opener the first researcher; "" where there is one already.

        An earlier such link holds good no longer.
        """
        with self._lock:
            if any(account.role is TeamRole.RESEARCHER for account in self._register.accounts.values()):
                return ""
            others = {key: offer for key, offer in self._register.invitations.items() if offer.by}
            return self._invite(TeamRole.RESEARCHER, "", others)

    def invite(self, role: TeamRole, by: str, email: str = "", name: str = "", decided: Collection[str] = ()) -> str:
        """The secret of a link that makes whoever opens it first a person of this role, for a week.

        With an e-mail address, whoever a provider vouches to have it needs no link. With a name, it makes an account
        of this name, written as by those who `decided` here. Raises BadInput for an address or a name that can't be
        taken, such as one that looks like that of somebody who decided.
        """
        name = _as_written(name, decided)
        with self._lock:
            if name:
                self._check_name(name)
                if name not in decided and (like := _alike(name, decided)):
                    raise BadInput(f"{name!r} looks like {like!r}, who decided here; invite {like!r} or another name.")
                if _alike(name, self._invited_names()):
                    raise BadInput(f"There is an open invitation for {name!r}; withdraw it first.")
            return self._invite(role, by, self._register.invitations, self._checked_email(email), name)

    def invitation(self, secret: str) -> Invitation | None:
        """What this link offers, None where it was used or is too old."""
        invitation = self._register.invitations.get(_digest(secret))
        return invitation if invitation and invitation.ends > self._now() else None

    def open_invitations(self) -> dict[str, Invitation]:
        """The invitations that still make an account, by id, the newest first; without that of the set-up link."""
        now = self._now()
        still = {key: offer for key, offer in self._register.invitations.items() if offer.by and offer.ends > now}
        return dict(sorted(still.items(), key=lambda held: held[1].ends, reverse=True))

    def withdraw(self, id_: str) -> None:
        """End this invitation: its link makes no account any more. One that was used or has ended stays as it is."""
        with self._lock:
            self._keep(invitations={key: offer for key, offer in self._register.invitations.items() if key != id_})

    def join(self, secret: str, name: str, password: str, address: str = "", decided: Collection[str] = ()) -> str:
        """Make the account that the link offers; the secret of a session. A link for a name gives this name.

        Raises BadInput for what can't be taken: the names of those who `decided` here, which their decisions would go
        with, need a link for them, or the set-up link.
        """
        with self._lock:
            invited = self.invitation(secret)
            if invited is None:
                raise BadInput(NO_LINK)
            name = invited.name or _as_written(name, decided)
            self._check_name(name)
            self._check_password(name, password)
            if other := self._kept_for(name, invited, decided):
                raise BadInput(
                    f"The name {other!r} is kept for somebody. Choose another name; if you are this person, ask a "
                    "researcher for a link with this name."
                )
            email = "" if self._at(invited.email) else invited.email
            account = Account(name, invited.role, self._hasher.hash(password), self._now(), email=email)
            rest = {key: offer for key, offer in self._register.invitations.items() if key != _digest(secret)}
            self._keep(accounts={**self._register.accounts, folded(name): account}, invitations=rest)
            self._attempts.succeeded(folded(name), address)
            return self._begin(name)

    def sign_in(self, name: str, password: str, address: str = "") -> str:
        """The secret of a new session. Raises BadInput for a wrong name or password, and after too many of them from
        this address; where the right one was used before it is still taken, after a pause."""
        key = folded(name)[:LONGEST_NAME]
        with self._lock:
            wait = self._attempts.wait(key, address)
            if wait and not self._attempts.knows(key, address):
                raise BadInput(f"Too many wrong passwords; try again in {ceil(wait)} seconds.")
            self._attempts.failed(key, address)  # taken back below: two at once must not both be free
            account = self._register.accounts.get(key)
        if wait:
            self._pause(SLOWED)
        right = self._fits(account.password if account else self._nobody, password[:LONGEST])
        if account is None or account.closed or not right:
            raise BadInput(WRONG)
        with self._lock:
            now = self._register.accounts.get(key)
            if now is None or now.closed or now.password != account.password:  # changed while this one was checked
                raise BadInput(WRONG)
            self._attempts.succeeded(key, address)
            if self._hasher.check_needs_rehash(now.password):
                self._set(replace(now, password=self._hasher.hash(password)))
            return self._begin(now.name)

    def admit(self, email: str, name: str, vouched: int, decided: Collection[str] = ()) -> str:
        """The secret of a session for whoever a provider vouched, then, to have this address: somebody with an account
        or an invitation to it. `name` is what an invited person is called where the invitation has no name; no name of
        those who `decided` here.

        Raises BadInput for anybody else, and for what the provider said before the last sign-out.
        """
        with self._lock:
            address = email_of(email)
            account = self._at(address) or self._invited(address, name, decided)
            if account is None or account.closed:
                raise BadInput(f"The address {email[:80]!r} is not invited here; ask a researcher to invite it.")
            if vouched <= account.spent:
                raise BadInput(AGAIN)
            self._set(replace(account, vouched=max(vouched, account.vouched)))
            return self._begin(account.name)

    def set_email(self, name: str, email: str) -> None:
        """Let this person come by a provider that vouches for the address, "" for none. Raises BadInput for one that is
        none, or is somebody else's."""
        with self._lock:
            checked = self._checked_email(email, name)
            self._change(name, lambda account: replace(account, email=checked))

    def _at(self, email: str) -> Account | None:
        return next((a for a in self._register.accounts.values() if email and a.email == email), None)

    def _invited(self, email: str, name: str, decided: Collection[str]) -> Account | None:
        """The account, made now, that an invitation to this address offers: one with a name, else the newest."""
        offers = [held for held in self.open_invitations().items() if email and held[1].email == email]
        if not offers:
            return None
        key, invited = min(offers, key=lambda held: not held[1].name)  # accounts can't be renamed
        free = invited.name and not self._like(invited.name)
        called = invited.name if free else self._free_name(invited.name or name or email, invited, decided)
        account = Account(called, invited.role, "", self._now(), email=email)
        rest = {other: offer for other, offer in self._register.invitations.items() if other != key}
        self._keep(accounts={**self._register.accounts, folded(account.name): account}, invitations=rest)
        return account

    def _free_name(self, wanted: str, invited: Invitation, decided: Collection[str]) -> str:
        """The name as it can be used here: "Ada Lovelace 2" where there is another."""
        visible = plain("".join(filter(is_seen, wanted)))[: LONGEST_NAME - 4]
        first = visible if visible and not mixes_alphabets(visible) else "Somebody"
        names = (first if n == 1 else f"{first} {n}" for n in count(1))
        return next(name for name in names if not self._like(name) and not self._kept_for(name, invited, decided))

    def _kept_for(self, name: str, invited: Invitation, decided: Collection[str]) -> str:
        """The name like this one of somebody else, who decided here or is invited by name; "" for nobody's."""
        if not invited.by or name == invited.name:
            return ""
        return _alike(name, (*decided, *self._invited_names()))

    def _invited_names(self) -> list[str]:
        return [offer.name for offer in self.open_invitations().values()]

    def _like(self, name: str) -> str:
        """Whose name reads or looks like this one, "" for nobody's."""
        return _alike(name, [account.name for account in self._register.accounts.values()])

    def _checked_email(self, email: str, name: str = "") -> str:
        address = email_of(email)
        if address and not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
            raise BadInput(f"{address[:80]!r} is not an e-mail address; give an address such as ada@example.org.")
        if len(address) > LONGEST:
            raise BadInput(f"The e-mail address has {len(address)} characters; give an address of at most {LONGEST}.")
        owner = self._at(address)
        if owner and folded(owner.name) != folded(name):
            raise BadInput(f"{address!r} is the address of somebody else; give another address.")
        return address

    def who(self, session: str) -> Account | None:
        """Whose session this is, None where it has ended. One that is used goes on."""
        key, now = _digest(session), self._now()
        held = self._register.sessions.get(key)
        account = self._register.accounts.get(folded(held.name)) if held and held.ends > now else None
        if held is None or account is None or account.closed:
            return None
        if held.ends - now < SIGNED_IN - RENEWED:
            with self._lock:
                self._keep(sessions={**self._register.sessions, key: replace(held, ends=now + SIGNED_IN)})
        return account

    def sign_out(self, session: str) -> None:
        with self._lock:
            if held := self._register.sessions.get(_digest(session)):
                self._spend(held.name)
            self._keep(sessions={k: s for k, s in self._register.sessions.items() if k != _digest(session)})

    def sign_out_everywhere(self, name: str) -> None:
        with self._lock:
            rest = {k: s for k, s in self._register.sessions.items() if folded(s.name) != folded(name)}
            self._keep(sessions=rest)
            self._spend(name)

    def _spend(self, name: str) -> None:
        """What a provider has said of this person so far opens nothing any more."""
        account = self._register.accounts.get(folded(name))
        if account and account.spent < account.vouched:
            self._set(replace(account, spent=account.vouched))

    def is_last_researcher(self, account: Account) -> bool:
        """Whether nobody could do a researcher's work without this person."""
        others = (other for other in self._register.accounts.values() if other.name != account.name)
        return not any(other.role is TeamRole.RESEARCHER and not other.closed for other in others)

    def set_role(self, name: str, role: TeamRole) -> None:
        """Give a person another role; raises BadInput for nobody, and for the last researcher."""
        self._change(name, lambda account: replace(account, role=role))

    def set_password(self, name: str, password: str) -> None:
        """Give a person this password, and end all their sessions. Raises BadInput for nobody, and for a password that
        can't be taken."""
        self._check_password(name, password)
        hashed = self._hasher.hash(password)
        self._change(name, lambda account: replace(account, password=hashed))
        self.sign_out_everywhere(name)

    def change_password(self, name: str, old: str, password: str, address: str = "") -> str:
        """Give oneself another password: all one's sessions end, and the secret of a new one comes back.

        Raises BadInput where the old one is wrong, as for signing in, and for a new one that can't be taken.
        """
        self._check_password(name, password)
        self.sign_in(name, old, address)
        self.set_password(name, password)
        with self._lock:
            return self._begin(name)

    def close(self, name: str) -> None:
        """Keep a person out from now on; what they decided stays. Raises BadInput for the last researcher."""
        self._change(name, lambda account: replace(account, closed=True))
        self.sign_out_everywhere(name)

    def reopen(self, name: str) -> None:
        self._change(name, lambda account: replace(account, closed=False))

    def named(self, name: str) -> Account:
        """The account of this name; raises BadInput for nobody."""
        account = self._register.accounts.get(folded(name))
        if account is None:
            raise BadInput(f"There is no account {name!r:.80}; choose a name on the Team page.")
        return account

    def _change(self, name: str, change: Callable[[Account], Account]) -> None:
        with self._lock:
            account = self.named(name)
            after = {**self._register.accounts, folded(name): change(account)}
            if not any(person.role is TeamRole.RESEARCHER and not person.closed for person in after.values()):
                raise BadInput(f"{account.name} is the last researcher; add another researcher first.")
            self._keep(accounts=after)

    def _check_name(self, name: str) -> None:
        if not name or len(name) > LONGEST_NAME or not is_seen(name):
            raise BadInput(f"A name needs 1 to {LONGEST_NAME} printable characters; choose another name.")
        if mixes_alphabets(name):
            raise BadInput(f"{name!r} mixes letters of two alphabets; write the name in one alphabet.")
        if (other := self._like(name)) and folded(other) == folded(name):
            raise BadInput(f"{name!r} is taken; choose another name.")
        if other:
            raise BadInput(f"{name!r} looks like the existing name {other!r}; choose another name.")

    def _check_password(self, name: str, password: str) -> None:
        if not SHORTEST <= len(password) <= LONGEST:
            raise BadInput(f"A password needs {SHORTEST} to {LONGEST} characters; choose another password.")
        if folded(password) == folded(name):
            raise BadInput("Your name can't be your password; choose another password.")
        if is_common(password, name):
            raise BadInput("This password is too easy to guess; choose another password, such as four words.")

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    def _invite(
        self, role: TeamRole, by: str, others: Mapping[str, Invitation], email: str = "", name: str = ""
    ) -> str:
        secret, now = secrets.token_urlsafe(32), self._now()
        still = {key: offer for key, offer in others.items() if offer.ends > now}
        self._keep(invitations={**still, _digest(secret): Invitation(role, now + INVITED, by, email, name)})
        return secret

    def _begin(self, name: str) -> str:
        secret, now = secrets.token_urlsafe(32), self._now()
        still = {key: held for key, held in self._register.sessions.items() if held.ends > now}
        self._keep(sessions={**still, _digest(secret): Session(name, now + SIGNED_IN)})
        return secret

    def _set(self, account: Account) -> None:
        self._keep(accounts={**self._register.accounts, folded(account.name): account})

    def _keep(self, **changed: Mapping[str, Account] | Mapping[str, Invitation] | Mapping[str, Session]) -> None:
        register = replace(self._register, **changed)  # type: ignore[arg-type]
        with write_failure_told(self._path, "Nothing was changed: "):
            write_text(self._path, encode_checked(register), mode=0o600)


def read_accounts(path: Path) -> Register:
    """The accounts in this file, nobody's where there is none. Raises BadInput where it can't be read."""
    try:
        held = path.stat()
        return _read(path, held.st_ino, held.st_mtime_ns, held.st_size)
    except FileNotFoundError:
        return Register()
    except (OSError, BadInput) as error:
        raise BadInput(
            f"The accounts in {str(path)!r} can't be read ({error}); restore a copy of the file, for instance with "
            f"`{PROGRAM} restore latest`."
        ) from error


@lru_cache(maxsize=8)
def _read(path: Path, *_: int) -> Register:
    register = decode(path.read_bytes(), Register)
    return replace(register, accounts=_by_name(register.accounts))


def _by_name(accounts: Mapping[str, Account]) -> dict[str, Account]:
    """The accounts by their names as they are compared now; of two that read alike by now the older one is found."""
    by_name = dict[str, Account]()
    for key, account in sorted(accounts.items(), key=lambda held: held[1].created):
        name = folded(account.name)
        # The newer one is kept under what nobody can type: names have no space at their end.
        by_name[name if name not in by_name else key if key not in by_name else f"{key} "] = account
    return by_name


def email_of(address: str) -> str:
    """The address as it is compared."""
    return address.strip().casefold()


def _as_written(name: str, decided: Collection[str]) -> str:
    """The name as whoever decided under it wrote it, this spelling before others; else as it is kept."""
    spellings = (name, plain(name), *(other for other in decided if folded(other) == folded(name)))
    return next((spelling for spelling in spellings if spelling in decided), plain(name))


def _alike(name: str, others: Iterable[str]) -> str:
    """The first of the others that reads or looks like this name, "" for none."""
    looks = shape(name)
    return next((other for other in others if shape(other) == looks), "")


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
