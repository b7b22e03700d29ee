"""What a form's address asks for: read once on coming by a link, and kept up to date with what is chosen."""

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.errors import BadInput
from pages.ui.shell.navigation import ADDRESSES

LONGEST = 2_000  # characters of a value that still goes into the address: every preset of a paper does
MOST = 100  # addresses that are remembered until another page is opened


def follow(take: Callable[[Mapping[str, str]], None]) -> None:
    """Hand `take` what the address asks for, unless it is what the page wrote there itself.

    `take` raises BadInput for what does not exist, which is said; the form then stays as it is.
    """
    if not (query := asked()):
        return
    try:
        take(query)
    except BadInput as error:
        say_ignored(error)
    keep(query)


def say_ignored(error: BadInput) -> None:
    """Say what of the address does not exist."""
    st.warning("Part of this address does not exist here and is ignored.")
    st.text(str(error))  # as plain text: anybody may have written the address


def asked() -> dict[str, str]:
    """What the address asks for; nothing where it is what this page wrote there itself, since it was opened.

    Who chooses quickly still has the address before the last one when they choose again, or the one before that: such
    a one asks for nothing, unless people went back to it.
    """
    query = st.query_params.to_dict()
    return {} if query in st.session_state.get(ADDRESSES, []) and not gone_back() else query


def write(address: Mapping[str, str]) -> None:
    """Have the address say what is chosen; what is too long for one is left out."""
    query = {name: value for name, value in address.items() if value and len(value) <= LONGEST}
    keep(query)
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def keep(query: dict[str, str]) -> None:
    """From now on this address asks for nothing."""
    since = [address for address in st.session_state.get(ADDRESSES, []) if address != query]
    st.session_state[ADDRESSES] = [*since, query][-MOST:]


def just_opened() -> bool:
    """Whether the page has had no address yet since it was opened."""
    return ADDRESSES not in st.session_state


def gone_back() -> bool:
    """Whether the browser's Back or Forward led to this address."""
    run = get_script_run_ctx()
    return bool(run and run.is_history_navigation)


def whole(query: Mapping[str, str], name: str, usual: int) -> int:
    """The whole number of this name, the usual one where there is none; raises BadInput for anything else."""
    value = query.get(name, str(usual))
    if not (value.isascii() and value.isdigit() and len(value) <= 15):
        raise BadInput(f"Invalid {name} in the page address: {value[:20]!r}; give a whole number.")
    return int(value)


def known(query: Mapping[str, str], name: str, names: tuple[str, ...]) -> str | None:
    """The value of this name, None where there is none; raises BadInput unless it is one of these names."""
    value = query.get(name)
    if value is not None and value not in names:
        raise BadInput(
            f"Invalid {name} in the page address: {value[:60]!r}; available here: {', '.join(names) or 'none'}."
        )
    return value
