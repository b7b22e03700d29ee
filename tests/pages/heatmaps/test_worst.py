"""The view on several draws: the table, the curve, and the samples that change."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

import flinch
from core.metrics import share
from data.runs.files import RunCard
from data.workspace import Workspace
from tests.pages.heatmaps.views import show

TEXTS = [f"The {a} film was {b} and long." for a in ("new", "old", "grey", "first") for b in ("good", "bad", "fine")]


def by_a_word(text: str) -> str:
    """A label that rests on one word."""
    return "yes" if "good" in text else "no"


def evaluated(workspace: Workspace, draws: int) -> RunCard:
    rows = flinch.samples(TEXTS, [by_a_word(text) for text in TEXTS], dataset="films")
    return flinch.evaluate(rows, by_a_word, ["keyboard@10", "leet_letters@0.1"], draws=draws, workspace=workspace.root)


def drawn(app: AppTest) -> str:
    assert not app.exception and not app.error
    return " ".join(html.proto.body for html in app.get("html"))


def test_without_several_draws_it_says_how_to_get_them(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    evaluated(workspace, 1)
    app = show(open_page("heatmaps"), "Worst of k")
    assert "more than one draw per sample" in " ".join(info.value for info in app.info)


def test_it_shows_what_is_kept_and_what_changes(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    card = evaluated(workspace, 4)
    found = {one: flinch.worst(card, one, workspace=workspace.root) for one in ("keyboard@10", "leet_letters@0.1")}
    assert 0 < len(found["keyboard@10"].fallen) < len(TEXTS)
    app = show(open_page("heatmaps"), "Worst of k")
    table = drawn(app)
    for one in found.values():
        assert one.kept[3] == share(len(TEXTS) - len(one.fallen), len(TEXTS))
        assert f">{one.conditions[0]}</th>" in table and f"{100 * one.kept[3].value:.1f} %" in table
    app.selectbox(key="worst-perturbation").set_value("keyboard · 10 %").run()
    fallen = found["keyboard@10"].fallen
    assert f"{len(fallen)} of {len(TEXTS)} samples flip" in " ".join(head.value for head in app.subheader)
    first = drawn(app).partition('class="fl-flip"')[2]
    assert f"flipped by {fallen[0].times} of 4 draws" in first and "<del" in first
    assert app.query_params["perturbation"] == "keyboard · 10 %"
