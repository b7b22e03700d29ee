"""Samples: all that was said of one text, found by its words, its flips or a link."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from urllib.parse import unquote_plus, urlencode

import pyarrow.parquet as pq
import pytest
from streamlit.testing.v1 import AppTest

from core.errors import BadInput
from core.severity import pps
from data.flips.counted import flipped_samples
from data.flips.grid import SampleFilter, each_text_once
from data.flips.rows import GroupBy
from data.flips.samples import SampleFlips, answered_sample, samples_by_flips
from data.runs.files import predictions_path, write_card
from data.runs.scores import run_card
from data.tables import write_parquet
from data.workspace import Workspace
from pages.ui.runs.names import distinct
from pages.ui.samples.answers import left_alone
from pages.ui.samples.grid import SAMPLE
from tests.pages.as_read import captions
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]  # samples 1 and 2 flip, 3 could not be perturbed


NEWER = "20260301-000000-bbbbbb"


def rows(app: AppTest) -> list[dict[str, object]]:
    found: list[dict[str, object]] = app.dataframe[0].value.to_dict("records")
    return found


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def test_samples_that_changed_the_most_minds_come_first(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    found = samples_by_flips(workspace, RUN)
    # two models and four severities: eight predictions of each sample that could be perturbed
    assert [(s.id, s.flips, s.n) for s in found[:2]] == [("sample-1", 8, 8), ("sample-2", 8, 8)]
    assert {(s.id, s.flips, s.n) for s in found[2:]} == {("sample-0", 0, 8), ("sample-3", 0, 0), ("sample-4", 0, 8)}
    assert found[0].text == "What is thing 1?" and found[0].gold == "thing"


def test_a_sample_has_every_condition_with_every_models_answer(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    sample = answered_sample(workspace, RUN, "sample-1")
    assert dict(sample.texts) == {"text": "What is thing 1?"} and sample.gold == "thing"
    assert {model: a.label for model, a in sample.answers.items()} == {"MiniLM": "thing", "CNN": "thing"}
    assert len(sample.variants) == 4 and all(sample.flipped(v) for v in sample.variants)
    first = sample.variants[0]
    assert first.rewrites[0].rewrite.perturbed == "What is not thing 1?"
    assert (first.answers["CNN"].label, first.answers["CNN"].probability) == ("place", 0.7)
    original = answered_sample(workspace, RUN, "sample-3")
    assert not any(v.answers or v.rewrites for v in original.variants)
    with pytest.raises(BadInput, match="no sample 'sample-9'"):
        answered_sample(workspace, RUN, "sample-9")


def test_without_a_run_the_page_says_how_to_get_one(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("samples")
    assert not app.exception and "Evaluate models" in app.info[0].value


def test_a_sample_is_found_by_its_words_and_shows_what_turned(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("samples")
    assert not app.exception
    assert "CNN <b>thing → place</b> ✗ <span>0.70</span>" in shown(app) and "<ins>" in shown(app)
    assert [(row["text"], row["label"], row["flipped"], row["predictions"]) for row in rows(app)[:3]] == [
        ("What is thing 1?", "thing", 100.0, "2 of 2 flipped"), ("What is thing 2?", "thing", 100.0, "2 of 2 flipped"),
        ("What is thing 0?", "thing", 0.0, "0 of 2 flipped"),
    ]  # fmt: skip
    app.text_input(key="samples-words").set_value("THING 4").run()
    assert "CNN <b>place</b>" in shown(app) and "→" not in shown(app)
    app.segmented_control(key="samples-shown").set_value("Flipped only").run()
    assert "No prediction flipped" in app.info[0].value
    app.text_input(key="samples-words").set_value("nowhere").run()
    assert "No sample has these words" in app.info[0].value
    app.button(key="samples-clear").click().run()
    assert len(rows(app)) == 5


def test_of_many_changed_texts_the_first_stand_there_and_the_others_are_folded(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    names = ("negation", "word_deletion", "keyboard", "ocr", "typos", "verb_tense", "word_order", "word_repetition")
    write_run(workspace, BEFORE, AFTER, [four_severities(name)[0] for name in names])
    app = open_page("samples")
    (fold,) = (one for one in app.expander if "more" in one.label)
    assert fold.label == "2 more texts"
    assert " ".join(html.proto.body for html in fold.get("html")).count("<article>") == 2


def test_severities_that_made_the_same_text_are_one_entry_and_a_row_of_flips_shows_its_texts_alone(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, [*four_severities("negation"), *four_severities("word_deletion")])
    app = open_page("samples")
    assert shown(app).count("<article>") == 2
    assert "Negation <span>PPS 1, 2, 3 and 4 (same text)</span>" in shown(app)
    assert any(caption.startswith("2 distinct texts, 2 with a flip.") for caption in captions(app))
    row = open_page(f"samples?run={RUN}&by=kind&row=word+inserted&perturbations=negation@3")
    assert shown(row).count("<article>") == 1 and "Negation <span>PPS 3</span>" in shown(row)
    assert any(caption.startswith("1 distinct text, 1 with a flip.") for caption in captions(row))


def test_a_row_of_flips_does_not_tell_what_its_other_conditions_left_alone(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    negation, deletion = (four_severities(name)[:1] for name in ("negation", "word_deletion"))
    write_run(workspace, BEFORE, AFTER, [*negation, *deletion])
    card = run_card(workspace, RUN)
    write_run(workspace, BEFORE, [*AFTER[:1], "", *AFTER[2:]], deletion)  # which leaves sample 1 as it is
    write_card(workspace.runs / RUN, card)
    whole, row = (open_page(f"samples?run={RUN}&sample=sample-1{of}") for of in ("", "&by=kind&row=word+inserted"))
    told = "No result for word deletion PPS 1"
    assert told in " ".join(captions(whole)) and told not in " ".join(captions(row))
    assert "1 distinct text, 1 with a flip." in " ".join(captions(row))


def test_the_texts_with_the_flip_that_was_looked_for_come_first(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    negation, deletion = (four_severities(name)[:1] for name in ("negation", "word_deletion"))
    write_run(workspace, BEFORE, AFTER, [*negation, *deletion])
    card = run_card(workspace, RUN)
    write_run(workspace, BEFORE, BEFORE, negation)  # under which nothing flips
    write_card(workspace.runs / RUN, card)
    told = "The first text has the flip thing → place."
    all_of_it, sought = (open_page(f"samples?run={RUN}{turned}") for turned in ("", "&turned=thing → place"))
    assert shown(all_of_it).index("Negation <span>") < shown(all_of_it).index("Word deletion <span>")
    assert shown(sought).index("Word deletion <span>") < shown(sought).index("Negation <span>")
    assert told in captions(sought) and told not in captions(all_of_it)


def test_what_changed_nothing_is_named_with_its_severity(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    alone, why = answered_sample(workspace, RUN, "sample-3"), " No result for negation PPS 1, 2, 3, 4: "
    assert left_alone(alone, finished=True) == f"{why}the text has nothing to change."
    assert left_alone(alone, finished=False) == f"{why}nothing to change, or the run has not finished."
    assert left_alone(answered_sample(workspace, RUN, "sample-1"), finished=True) == ""


def test_a_link_from_a_flip_opens_its_sample(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    app.query_params.update({"view": "Heatmap", "perturbation": "negation@pps-2", "model": "CNN"})
    show(app, "Heatmap")
    links = [link.proto.query_string for link in app.get("page_link") if "samples" in link.proto.page]
    assert len(links) == 2 and all(f"run={RUN}" in link and "sample=sample-" in link for link in links)
    app.query_params.clear()
    app.query_params.update({"run": RUN, "sample": "sample-3"})
    app.switch_page("pages/samples.py").run()
    assert not app.exception
    assert app.session_state[SAMPLE] == "sample-3" and app.selectbox(key="run-looked-at").value == RUN
    assert "Nothing could be changed in this sample" in app.info[0].value


def both_runs(workspace: Workspace) -> None:
    """Another run of BERT on the same texts, in which only sample 4 flips, the other way round."""
    write_run(workspace, BEFORE, AFTER)
    write_run(workspace, BEFORE, ["thing", "thing", "place", "thing", "thing"], models=("BERT",), run=NEWER)


def test_a_text_of_several_runs_has_one_row_that_is_filtered_by_what_its_models_said(workspace: Workspace) -> None:
    both_runs(workspace)
    samples = [*samples_by_flips(workspace, RUN), *samples_by_flips(workspace, NEWER)]

    def found(**wanted: object) -> list[tuple[str, int, int]]:
        rows = each_text_once(samples, SampleFilter(**wanted))  # type: ignore[arg-type]
        return [(row.text, row.flips, row.n) for row in rows]

    # two models of the older run and BERT: three predictions of each text, of text 3 BERT's alone
    assert found() == [
        ("What is thing 1?", 2, 3), ("What is thing 2?", 2, 3), ("What is thing 4?", 1, 3),
        ("What is thing 0?", 0, 3), ("What is thing 3?", 0, 1),
    ]  # fmt: skip
    assert found(models=("BERT",), flip="yes") == [("What is thing 4?", 1, 1)]
    assert found(direction="place → thing") == [("What is thing 2?", 2, 2), ("What is thing 4?", 1, 1)]
    assert found(direction="place → thing", flip="wrong") == []  # gold is always "thing"
    assert [text[-2] for text, *_ in found(flip="wrong")] == ["1"]
    assert [text[-2] for text, *_ in found(flip="right")] == ["2", "4"]
    assert found(flip="disagree") == []
    apart = [replace(samples[0], models=tuple(replace(m, before=m.model) for m in samples[0].models))]
    assert len(each_text_once(apart, SampleFilter(flip="disagree"))) == 1
    assert [text for text, *_ in found(flip="no", models=("CNN",))] == [f"What is thing {n}?" for n in (0, 4, 3)]
    assert found(golds=("place",)) == [] and found(ids=frozenset({"sample-0"})) == [("What is thing 0?", 0, 3)]


def test_models_may_disagree_on_a_text_that_no_perturbation_changed(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, ["", *AFTER[1:]])
    original = predictions_path(workspace.runs / RUN, run_card(workspace, RUN).models[0], None)
    table = pq.read_table(original)
    labels = ["place", *table["label"].to_pylist()[1:]]
    write_parquet(original, table.set_column(table.schema.get_field_index("label"), "label", [labels]))
    disagreed = [one for one in samples_by_flips(workspace, RUN) if SampleFilter(flip="disagree").of(one)]
    assert [(one.id, one.n, len(one.models)) for one in disagreed] == [("sample-0", 0, 2)]


def test_two_of_two_say_less_than_seven_of_eight() -> None:
    samples = [SampleFlips(f"{n}", f"text {n}", "", flips, n) for flips, n in ((2, 2), (7, 8), (0, 0))]
    # Wilson's lower ends: 0.34 and 0.53
    assert [(row.flips, row.n) for row in each_text_once(samples, SampleFilter())] == [(7, 8), (2, 2), (0, 0)]


def test_the_grid_is_of_all_runs_and_the_next_text_comes_by_a_press(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    both_runs(workspace)
    app = open_page("samples")
    assert not app.exception and len(rows(app)) == 5
    assert rows(app)[0]["runs"] == "2 runs"
    assert app.button(key="samples-previous").disabled
    app.button(key="samples-next").click().run()
    assert app.query_params["sample"] == "sample-2" and "Text 2 of 5" in [text.value for text in app.text]
    assert "CNN <b>place → thing</b>" in shown(app)
    app.radio(key="samples-in").set_value(NEWER).run()
    assert "BERT <b>place</b>" in shown(app) and "CNN" not in shown(app)
    app.radio(key="samples-in").set_value("all").run()
    assert app.query_params["in"] == "all" and "<article>" not in shown(app)
    names = distinct(
        {run: f"{datetime.fromisoformat(run_card(workspace, run).started):%-d %b %H:%M}" for run in (RUN, NEWER)}
    )
    heads = [("MiniLM", RUN), ("CNN", RUN), ("BERT", NEWER)]
    assert all(f'<th scope="col">{model}<small>{names[run]}</small></th>' in shown(app) for model, run in heads)
    place, thing = "<td>place ✗</td>", "<td class=fl-turned>thing ✓</td>"
    assert f"<h3>The original</h3></th>{3 * place}</tr>" in shown(app)
    assert f"{2 * thing}{place}</tr>" in shown(app).split("<h3>Negation")[1]
    app.radio(key="samples-in").set_value(NEWER).run()
    app.multiselect(key="samples-models").set_value(["BERT"]).run()
    app.selectbox(key="samples-flip").set_value("yes").run()
    assert [row["text"] for row in rows(app)] == ["What is thing 4?"]
    assert "Text 1 of 1, filtered from 5" in [text.value for text in app.text]
    said = {"models": "BERT", "flip": "yes", "sample": "sample-4"}
    assert dict(app.query_params) == said
    again = open_page("samples?" + urlencode(said))
    assert [row["text"] for row in rows(again)] == ["What is thing 4?"]


def test_only_the_models_that_are_chosen_speak(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("samples?models=MiniLM")
    assert "MiniLM <b>thing → place</b>" in shown(app) and "CNN <b>" not in shown(app)
    write_run(workspace, BEFORE, AFTER, models=("CNN", "BERT"), run=NEWER)
    beside = shown(open_page("samples?in=all&models=CNN"))
    assert '<th scope="col">CNN<small>' in beside and "MiniLM<small>" not in beside and "BERT<small>" not in beside


def test_a_model_may_have_a_dot_in_its_name(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER, models=("A · B",))
    assert "A · B <b>thing → place</b>" in shown(open_page("samples?models=A · B"))


def test_a_text_that_is_gone_is_told_also_beside_each_other(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    cells = [four_severities(name)[0] for name in ("negation", "word_deletion")]
    for model, run in (("MiniLM", RUN), ("BERT", NEWER)):
        write_run(workspace, BEFORE, AFTER, cells, models=(model,), run=run)
        card = run_card(workspace, run)
        card.variants_path(workspace, card.cells[0].condition).unlink()
    app = open_page("samples?in=all")
    assert "<article>" not in shown(app) and shown(app).count("The text is no longer in the workspace.") == 2


def test_a_row_of_flips_opens_its_samples(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    both_runs(workspace)
    app = open_page(f"flips?run={RUN}&models=CNN&by=kind")
    link = f"samples?run={RUN}&amp;models=CNN&amp;by=kind&amp;row=word+inserted"
    assert f'<a href="{link}">word inserted</a>' in shown(app)
    assert flipped_samples(workspace, RUN, GroupBy.KIND, "word inserted").keys() == {"sample-1", "sample-2"}
    opened = open_page(link.replace("&amp;", "&"))
    assert [(row["text"], row["flip"]) for row in rows(opened)] == [
        ("What is thing 1?", "thing → place"), ("What is thing 2?", "place → thing"),
    ]  # fmt: skip
    assert opened.multiselect(key="samples-models").value == ["CNN"] and opened.query_params["row"] == "word inserted"
    assert "Only texts with the edit “word inserted” are shown." in captions(opened)
    opened.button(key="samples-row-off").click().run()
    assert len(rows(opened)) == 5 and "row" not in opened.query_params
    wrong = open_page(f"samples?run={RUN}&by=nothing&row=x")
    assert "has no row 'x'" in wrong.warning[0].value and len(rows(wrong)) == 5


def test_a_cell_of_a_heatmap_leads_to_its_flips_alone(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    heatmap = open_page(f"heatmaps?view=Heatmap&of=mine&run={RUN}&perturbation=negation@{pps(3).key}&model=CNN")
    flips, *links = [unquote_plus(one.proto.query_string) for one in heatmap.get("page_link")]
    assert flips == f"run={RUN}&models=CNN&perturbations=negation@3"
    part = f"run={RUN}&models=CNN&perturbations=negation@3&by=perturbation&row=negation"
    assert links == [f"{part}&sample=sample-{n}" for n in (1, 2)]
    app = open_page(f"samples?{links[0]}")
    assert not app.exception and [row["text"] for row in rows(app)] == ["What is thing 1?", "What is thing 2?"]
    assert app.button(key="samples-row-off").label == r"Flips\: perturbation, negation, PPS 3"
    assert "Only texts made by negation, PPS 3 are shown." in captions(app)
