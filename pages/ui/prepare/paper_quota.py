"""The quota of the paper that is chosen, where the workspace has another one."""

import streamlit as st

from pages.ui.shared.presets import Preset
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store


def offer_quota(preset: Preset | None) -> None:
    """A button that sets it: for all cells, so it is not done by choosing the paper."""
    if preset is None or preset.quota in (0, store().quota()):
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(f"Its quota is {preset.quota} a cell, yours {store().quota()}.", width="content")
        st.button(
            f"Set the quota to {preset.quota}", key="paper-quota", type="tertiary", on_click=_set, args=(preset.quota,)
        )


@guarded
def _set(quota: int) -> None:
    store().set_quota(quota)
