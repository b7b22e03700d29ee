"""The dialog in which a data set gets another name or title, is shared out to several splits, or goes."""

import streamlit as st

from core.errors import BadInput
from core.records import DatasetCard, Task
from core.so_many import so_many
from data.datasets.changing import delete_dataset, rename_dataset, retitle_dataset
from data.datasets.positive import set_positive
from data.datasets.splitting import parse_shares, share_out
from pages.ui.datasets.dependents import Dependents, dependents_of, drop_variants
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace


@guarded
def changing(card: DatasetCard) -> None:
    """What rests on the data set, and what can be done to it."""
    dependents = dependents_of(card.name)
    st.markdown(f"**{card.name}**")
    lines = dependents.in_words()
    st.markdown("\n".join(["Used by:", "", *(f"- {line}" for line in lines)]) if lines else "Nothing uses it.")
    if dependents.working:
        st.info("A job is using it. Wait until the job ends, or cancel it.")
        return
    _draw_renaming(card, dependents)
    if len(card.labels) == 2 and card.task in (Task.CLASSIFICATION, Task.PAIR_CLASSIFICATION):
        _draw_positive(card)
    if len(card.splits) == 1 and not dependents.any:
        _draw_sharing(card)
    _draw_deleting(card, dependents)


draw_changing = st.dialog("Change a data set")(changing)


def _draw_renaming(card: DatasetCard, dependents: Dependents) -> None:
    with st.form(f"rename-{card.name}", border=False):
        title = st.text_input("Title", card.title, help="Shown on its card, below the name.")
        name = st.text_input("Name", card.name, disabled=dependents.any)
        if dependents.any:
            st.caption("Everything made from the data set refers to its name, so the name stays. The title can change.")
        if st.form_submit_button("Save"):
            _rename(card, dependents, name.strip(), title)


def _rename(card: DatasetCard, dependents: Dependents, name: str, title: str) -> None:
    try:
        if rename_dataset(workspace(), card.name, name).name != card.name:
            drop_variants(dependents)  # they carry the old name
        retitle_dataset(workspace(), name, name if title.strip() == card.name else title)
    except BadInput as error:
        st.error(str(error), icon=":material/error:")
        return
    st.rerun()


def _draw_positive(card: DatasetCard) -> None:
    chosen = st.selectbox(
        "Positive label",
        card.labels,
        1,
        key=f"positive-{card.name}",
        help="The label that F1 is computed for. Nothing is predicted again.",
    )
    if chosen != card.labels[1]:
        set_positive(workspace(), card.name, chosen)
        st.rerun()


def _draw_sharing(card: DatasetCard) -> None:
    """The form in which the only split becomes several, as Romero 2023 did with HSOL."""
    st.divider()
    with st.form(f"share-{card.name}", border=False):
        st.text(f"Divide {card.splits[0].name} into several splits")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            shares = st.text_input("Percentages", placeholder="56-24-20", help="Train, dev, test; or train, test.")
            seed = st.number_input("Seed", 0, value=0, width=120)
        stratify = st.checkbox("Stratify by label", value=True)
        if st.form_submit_button("Split"):
            try:
                share_out(workspace(), card.name, parse_shares(shares.strip()), int(seed), stratify)
            except BadInput as error:
                st.error(str(error), icon=":material/error:")
                return
            st.rerun()


def _draw_deleting(card: DatasetCard, dependents: Dependents) -> None:
    st.divider()
    st.text(f"Deleting removes {so_many(sum(split.samples for split in card.splits), 'sample')} from this workspace.")
    if dependents.any:
        st.text(
            "Decisions, curated samples, runs and heatmaps are kept, with their texts; you can still see and download "
            "them. New candidates and runs need the data set again: import it under the same name."
        )
        typed = st.text_input(f"To delete it, type its name, {card.name}", key=f"sure-{card.name}")
    if st.button("Delete", icon=":material/delete:", key=f"delete-{card.name}"):
        if dependents.any and typed.strip() != card.name:
            st.error(f"Nothing was deleted. To confirm, first type {card.name} in the box.")
            return
        delete_dataset(workspace(), card.name)
        drop_variants(dependents)
        st.rerun()
