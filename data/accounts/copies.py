"""The accounts in snapshots: names, roles, hashes of passwords. No link or session: none that ended may open anything
again."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from core.errors import BadInput
from data.accounts.accounts import FILE, read_accounts
from data.durable import name_when_replaced, write_failure_told, write_text
from data.records_json import encode_checked


def take_copy(root: Path, folder: Path) -> None:
    """Put a copy of the accounts of this workspace into a folder; none where there are none that can be read."""
    with suppress(BadInput):
        register = read_accounts(root / FILE)
        if register.accounts:
            write_text(folder / FILE, encode_checked(replace(register, invitations={}, sessions={})), mode=0o600)


def put_back(root: Path, folder: Path) -> int:
    """Put the copy in this folder in the place of accounts that are missing or can't be read, which are kept beside;
    how many came back. Raises BadInput where the place can't be written."""
    copy, path = read_accounts(folder / FILE), root / FILE
    with suppress(BadInput):
        if read_accounts(path).accounts:
            return 0
    if not copy.accounts:
        return 0
    with write_failure_told(path):
        if path.exists():
            path.rename(name_when_replaced(path))
        write_text(path, encode_checked(copy), mode=0o600)
    return len(copy.accounts)
