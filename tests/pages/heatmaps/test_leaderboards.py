"""Leaderboards: the thesis's tables beside what its cells give, and one's own runs in the same layout."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from math import nan

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Cell, Score
from core.severity import Severity, Unit
from data.runs.files import RunCard, RunModel
from data.workspace import Workspace
from pages.ui.heatmaps.choices import MINE
from pages.ui.heatmaps.comparison import SAME
from pages.ui.heatmaps.leaderboards.boards import (
    LEFT_OUT,
    MEASURED,
    NOT_RANKED,
    RULE,
    UNLIKE,
    _label,
    in_a_paper,
    leaderboards,
    paper_table,
    rule_of,
    scale,
    to_csv,
)
from pages.ui.heatmaps.leaderboards.grid_kappas import (
    grid_kappas,
    level_and_name,
    of_common_cells,
    of_each_run,
    same_samples,
)
from pages.ui.shared.perturbation_words import short
from tests.pages.heatmaps.finished_run import write_run
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]  # kappa 1/6 over all five, four of them changed: 2/15 = 0.133
PERCENT = Severity(Unit.PERCENT_CHARACTERS, 5)


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def score(metric: str, value: float, perturbation: str, model: str = "m") -> Score:
    return Score("run", model, "trec", metric, value, 9, perturbation, PERCENT, value, value)


def run_card(run: str, samples: int) -> RunCard:
    return RunCard(run, run, "trec", "test", "train", (), samples, 0, "cpu", (), (), "", 1.0, True, {})


def test_published_means_stand_beside_the_printed_ones(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    show(app, "Leaderboards")
    assert not app.error
    drawn = re.sub(r'<td class="fl-dot".*?</td>', "", shown(app))
    assert '<th scope="row">ELECTRA</th><td>0.464</td><td>0.464</td>' in drawn
    assert '<th scope="row">Word case</th><td>0.618</td><td>0.632</td>' in drawn
    assert '<th scope="row">Prejudice</th><td>0.009</td><td>0.009</td><td>1</td><td>20</td>' in drawn
    assert '<th scope="row">OCR</th><td>0.489</td><td>0.488</td><td>&gt; 99</td>' in drawn  # 99.9
    assert '<th scope="row">Syn. WordNet</th><td>0.632</td><td>0.632</td><td>&gt; 99</td>' in drawn


TABLES = r"<caption>(.*?), (?:most robust|hardest|highest score) first</caption>(.*?)</table>"


def test_the_hardest_task_is_first_and_what_changes_few_texts_last(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    show(app, "Leaderboards", of="Published")
    tables = dict(re.findall(TABLES, shown(app)))
    names = {title: re.findall(r'scope="row(?:group)?">(.*?)</th>', table) for title, table in tables.items()}
    assert names["Tasks"][0] == "Grammatical acceptability" and names["Tasks"][-1] == "Sentiment"
    assert names["Models"][0] == "XLNet"
    assert names["Word perturbations"] == ["Syn. WordNet", "Below 50 % perturbed", "Syn. embed."]
    assert names["Other perturbations"][-4:] == ["Below 50 % perturbed", "Contraction", "Swap numbers", "Prejudice"]
    assert tables["Other perturbations"].count("<tr class=fl-apart>") == 4


def test_all_tables_are_drawn_on_one_scale(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    show(app, "Leaderboards", of="Published")
    tables = dict(re.findall(TABLES, shown(app)))
    ends = {title: re.findall(r"<span>([\d.]+)</span>", table) for title, table in tables.items()}
    assert len(ends) == 6 and set(map(tuple, ends.values())) == {("0", "1")}
    assert "Levels" in tables
    app.toggle(key="leaders-half").set_value(True).run()
    assert "Levels (only perturbations that change at least half of the samples), highest score first" in shown(app)
    assert "Levels, highest score first" not in shown(app)


def test_the_scale_reaches_down_to_the_lowest_bound() -> None:
    # worse than chance over five samples: kappa 1 - 0.6 / 0.48 = -0.25, and its interval goes below that
    below = leaderboards(grid_kappas([score("kappa", -0.25, "keyboard"), score("share_perturbed", 1.0, "keyboard")]))
    assert scale(below) == (-0.3, 1.0)
    assert scale([]) == (0.0, 1.0)


def test_ones_own_runs_are_ranked_in_the_same_layout(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    cell = Cell("trec", "test", "keyboard", PERCENT)
    write_run(workspace, BEFORE, AFTER, [cell])
    write_run(workspace, BEFORE, BEFORE, [cell], ["MiniLM"], run="20260102-000000-bbbbbb")
    app = open_page("heatmaps")
    show(app, "Leaderboards", of=MINE)
    assert not app.error and "CNN" not in shown(app)  # at first the newest run
    app.multiselect(key="leaders-runs").set_value(["20260101-000000-aaaaaa", "20260102-000000-bbbbbb"]).run()
    assert '<th scope="row">MiniLM, n = 5 · aaaa</th>' in shown(app) and "MiniLM, n = 5 · bbbb" in shown(app)
    app.multiselect(key="leaders-runs").set_value(["20260102-000000-bbbbbb"]).run()
    # the dot of 1 stands at the end of its scale
    assert '<i style="left:100.00%"></i></span></td><td>1.00</td>' in shown(app)
    assert '<th scope="row">MiniLM</th>' in shown(app) and "CNN" not in shown(app)
    app.multiselect(key="leaders-runs").set_value(["20260101-000000-aaaaaa"]).run()
    assert '<th scope="row">CNN</th>' in shown(app) and "<td>0.13</td><td>" in shown(app)  # and its interval
    (figure,) = app.get("plotly_chart")
    (trace,) = json.loads(figure.proto.spec)["data"]
    # three of five originals are things, as all are; robustness is that of the table, kappa 1/6 times 4 of 5
    assert trace["text"] == ["MiniLM", "CNN"] and trace["x"] == [60.0, 60.0]
    assert trace["y"] == [pytest.approx(0.133, abs=5e-4)] * 2
    layout = json.loads(figure.proto.spec)["layout"]
    assert layout["yaxis"]["title"]["text"] == "score: kappa × share changed"
    assert layout["yaxis"]["title"]["font"]["size"] == layout["font"]["size"]
    assert "Tasks, hardest first" not in shown(app) and "Levels, highest" not in shown(app)  # one row each
    assert "Character perturbations, highest score first" in shown(app)
    app.multiselect(key="leaders-runs").set_value([]).run()
    assert "Choose at least one run" in app.info[0].value


def test_runs_without_a_cell_in_common_are_not_ranked(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, [Cell("trec", "test", "keyboard", PERCENT)])
    write_run(workspace, BEFORE, AFTER, [Cell("trec", "test", "ocr", PERCENT)], run="20260102-000000-bbbbbb")
    app = open_page("heatmaps")
    show(app, "Leaderboards", of=MINE)
    app.multiselect(key="leaders-runs").set_value(["20260101-000000-aaaaaa", "20260102-000000-bbbbbb"]).run()
    assert app.info[0].value == NOT_RANKED and not app.get("plotly_chart") and "Score" not in shown(app)


def test_a_link_shows_ones_own_runs_again(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    cell, older = Cell("trec", "test", "keyboard", PERCENT), "20260101-000000-aaaaaa"
    write_run(workspace, BEFORE, AFTER, [cell], run=older)
    write_run(workspace, BEFORE, BEFORE, [cell], run="20260102-000000-bbbbbb")
    app = open_page("heatmaps")
    show(app, "Leaderboards", of="Published")
    assert "runs" not in app.query_params
    show(app, "Leaderboards", of=MINE)
    app.multiselect(key="leaders-runs").set_value([older]).run()
    link = {name: app.query_params[name] for name in ("of", "runs")}
    assert link == {"of": "mine", "runs": older}
    other = open_page("heatmaps")
    other.query_params.update({"view": "Leaderboards", "of": "mine", "runs": older})
    show(other, "Leaderboards")
    assert other.multiselect(key="leaders-runs").value == [older]


def test_a_table_to_take_away_says_of_which_runs_it_is() -> None:
    cells = grid_kappas([score("kappa", 0.5, "keyboard"), score("share_perturbed", 0.5, "keyboard")])
    of = in_a_paper(rule_of(cells), ["Mine · 25 Nov", "Yours"], together=False)
    told = paper_table(leaderboards(cells), {}, of).caption
    assert "Computed over all samples of Mine · 25 Nov; Yours. " in told and UNLIKE in told and told.endswith(MEASURED)
    assert LEFT_OUT not in told and UNLIKE not in in_a_paper(RULE, ["Mine"], together=True)
    cased = grid_kappas([score("kappa", 0.5, "word_case"), score("share_perturbed", 0.5, "word_case")])
    assert rule_of([*cells, *cased]) == f"{RULE} {LEFT_OUT}"


def test_without_a_run_there_is_nothing_to_rank(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    show(app, "Leaderboards", of=MINE)
    assert not app.error and "No runs yet" in app.info[0].value


@pytest.mark.parametrize("name", [*SAME, "swap_syn_word_embedding", "word_case_lower"])
def test_a_perturbation_is_told_as_on_the_heatmaps_under_other_rules_too(name: str) -> None:
    for rules in ("", ".paper"):
        assert _label("perturbation", level_and_name(name + rules)[1]) == short(name + rules)


def test_a_perturbation_of_the_thesis_has_its_level_and_name_there() -> None:
    assert level_and_name("twitter") == ("other", "Twitter")
    assert level_and_name("keyboard.paper") == ("character", "Keyboard (paper rules)")
    assert level_and_name("word_case.paper") == ("other", "WordCase (paper rules)")
    assert level_and_name("swap_named_entities") == ("word", "Swap named entities")  # printed under another name
    assert level_and_name("word_deletion") == ("word", "Word deletion")  # Moradi & Samwald's
    assert level_and_name("keyboard,negation")[0] == "chain"


def test_models_are_ranked_over_the_cells_that_all_have() -> None:
    cards = {"run": run_card("run", 500)}
    both = [score(metric, 0.5, "ocr", model) for model in "mn" for metric in ("kappa", "share_perturbed")]
    more = [score("kappa", 0.9, "typos"), score("share_perturbed", 1.0, "typos")]
    original = score("accuracy", 0.9, "")
    assert of_common_cells([original, *both, *more], cards) == ([original, *both], 1, 2)
    others = [replace(row, severity=Severity(PERCENT.unit, 1)) for row in both if row.model == "n"]
    assert of_common_cells([*both[:2], *others], cards) == ([], 0, 2)
    assert of_common_cells([], {}) == ([], 0, 0)
    unscored = replace(both[2], value=nan)  # the other model's kappa
    assert of_common_cells([*both[:2], unscored], cards) == ([*both[:2], unscored], 1, 1)
    assert [cell.weighted for cell in grid_kappas(both[:2])] == [(0.25, 0.25, 0.25)]


def test_a_model_of_two_runs_on_one_data_set_has_a_row_of_each() -> None:
    scores = [score("kappa", 0.5, "ocr"), replace(score("kappa", 0.5, "ocr"), run="other")]
    run, other = with_model(run_card("run", 500)), with_model(run_card("other", 200))

    def names(*cards: RunCard) -> list[str]:
        return [row.model for row in of_each_run(scores, cards)]

    assert names(run, other) == ["m, n = 500", "m, n = 200"]
    assert names(run, replace(other, samples=500)) == ["m, n = 500 · run", "m, n = 500 · ther"]
    assert names(run, replace(other, split="dev")) == ["m, test, n = 500", "m, dev, n = 200"]
    assert names(run, replace(other, dataset="sst")) == ["m", "m"]  # its mean goes over both tasks
    cards = {"run": run, "other": other}
    assert not same_samples(scores, cards) and same_samples(scores[:1], cards)
    assert same_samples(scores, cards | {"other": replace(other, dataset="sst")})


def with_model(card: RunCard) -> RunCard:
    return replace(card, models=(RunModel("m", "", "m"),))


def test_leaderboards_are_taken_away_as_csv() -> None:
    found = [score("kappa", 0.5, "ocr"), score("share_perturbed", 0.8, "ocr")]
    lines = list(csv.DictReader(io.StringIO(to_csv(leaderboards(grid_kappas(found))))))
    assert [
        (line["table"], line["name"], line["score"], line["share_perturbed"], line["cells"]) for line in lines[:2]
    ] == [
        ("Models", "m", "0.4", "0.8", "1"),
        ("Tasks", "trec", "0.4", "0.8", "1"),
    ]
    formula = [replace(one, model="=HYPERLINK(1)") for one in found]
    assert "\nModels,'=HYPERLINK(1),0.4," in to_csv(leaderboards(grid_kappas(formula)))
