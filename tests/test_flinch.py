"""The Python API: the same results as the pages and the command line, and nothing imported before it is used."""

import re
import subprocess
import sys
from inspect import isroutine, signature
from pathlib import Path
from pydoc import plaintext
from typing import Any

import pyarrow.parquet as pq
import pytest

import flinch
from core.errors import BadInput
from core.identity import content_id
from core.records import Verdict
from data.lexicon.resources import perturber
from data.reports.facts import facts
from data.reports.markdown import markdown_card
from data.store import Store
from data.workspace import Workspace
from tests.data.plans.plan_data import paper_data
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.pages.heatmaps.finished_run import RUN, write_run

ROOT = Path(__file__).parents[1]
TEXT = "Who wrote the long book about the river?"
WORDS = {"good": ("fine", "lovely", "bright"), "bad": ("awful", "dull", "poor")}
IMPORT = """
import sys, time
began = time.process_time()
import flinch
seconds = time.process_time() - began
flinch.BadInput, flinch.perturb, dir(flinch)
ours, others = {"data", "core.records"}, {*"numpy pyarrow torch duckdb transformers streamlit pandas nltk".split()}
heavy = (ours | others) & set(sys.modules)
print(seconds, *heavy)
"""


def python(script: str, folder: Path = ROOT) -> str:
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_it_imports_nothing_else_and_is_quick() -> None:
    fastest, heavy = 1.0, set[str]()  # seconds of the processor: other processes do not count
    for _ in range(3):
        seconds, *names = python(IMPORT).split()
        fastest, heavy = min(fastest, float(seconds)), heavy | set(names)
    assert heavy == set()
    assert fastest < 0.05


def test_help_fits_a_screen_and_names_every_function_and_record() -> None:
    shown = plaintext.document(flinch)
    functions = [name for name, what in vars(flinch).items() if isroutine(what) and what.__module__ == "flinch"]
    public = {name for name in functions if not name.startswith("_")} - {"overload"}
    records = {name for names in flinch._RECORDS.values() for name in names}
    assert len(shown.splitlines()) <= 45
    assert len(public) > 20
    assert sorted(name for name in public if not re.search(rf"\b{name}\(", shown)) == []
    assert records - set(re.findall(r"\w+", shown)) == {"Piece", "FoundFlip"}  # parts of others
    assert [name for name in public | records if not (getattr(flinch, name).__doc__ or "").strip()] == []
    with pytest.raises(AttributeError, match="no attribute 'rewrite'"):
        flinch.rewrite  # noqa: B018


def test_a_text_is_perturbed_as_everywhere_else() -> None:
    made = flinch.perturb(TEXT, "word_deletion@2", seed=3)
    [deletion] = [p for p in flinch.perturbations() if p.name == "word_deletion"]
    assert made and made == perturber().text(
        TEXT, "word_deletion", deletion.severity(2), 3, key=content_id("", TEXT, "0")
    )
    assert len(made.edits) == 2 and len(made.perturbed) < len(TEXT)
    assert "".join(old for old, _ in made.segments) == TEXT
    assert flinch.perturb("Yes", "word_deletion@2") is None


def test_several_texts_are_perturbed_in_order_each_with_draws_of_its_own() -> None:
    made = flinch.perturb([TEXT, "Yes", TEXT], "word_deletion@2", seed=3)
    first, nothing, third = made
    assert first == flinch.perturb(TEXT, "word_deletion@2", seed=3)
    assert nothing is None
    assert first and third and first != third
    assert flinch.perturb(["Another", "Yes", TEXT], "word_deletion@2", seed=3)[2] == first  # a place is not drawn by
    assert flinch.perturb((), "word_deletion@2") == []
    chained = flinch.perturb(iter([TEXT]), "word_case_lower,word_deletion@1")
    assert chained[0] and chained[0].perturbed.startswith("w")


@pytest.mark.parametrize(
    ("text", "condition", "sentence"),
    [
        (TEXT, "keybord@5", "did you mean keyboard"),
        (TEXT, "keyboard", "keyboard needs a severity, such as keyboard@1"),
        (TEXT, "keyboard@500", "the severity 500"),
        (TEXT, ["keyboard@5"], r"condition=\['keyboard@5'\] is not text; give a str"),
        (5, "keyboard@5", "5 is not a text; give a str"),
        (b"text", "keyboard@5", "b'text' is not a text; give a str"),
        (["a", None], "keyboard@5", "None is not a text; give a str"),
    ],
)
def test_bad_input_is_named_in_a_sentence(text: str, condition: str, sentence: str) -> None:
    with pytest.raises(flinch.BadInput, match=sentence):
        flinch.perturb(text, condition)


def test_a_grid_of_a_data_set_and_of_texts_at_hand(workspace: Workspace, tmp_path: Path) -> None:
    assert [card.name for card in flinch.datasets()] == ["demo-questions", "demo-sentiment"]
    conditions = ["word_deletion@1", "keyboard@5,word_deletion@1"]
    grid = flinch.grid("demo-questions", tmp_path / "out", conditions, splits=["test"], limit=20, workers=1)
    assert [(file.condition.spelled, file.counts.samples) for file in grid.files] == [(c, 20) for c in conditions]
    mine = flinch.samples([TEXT, "Yes", "Yes"], ["human", "other", "other"])
    assert len({sample.id for sample in mine}) == 3
    grid = flinch.grid(mine, tmp_path / "out", "word_deletion@2", seed=1, workers=1)
    [rows] = [pq.read_table(file.path).to_pylist() for file in grid.files]
    assert [(row["original_text"], row["label"], row["perturbed"]) for row in rows] == [
        (TEXT, "human", True),
        ("Yes", "other", False),
        ("Yes", "other", False),
    ]
    with pytest.raises(flinch.BadInput, match="2 texts and 1 labels"):
        flinch.samples(["a", "b"], ["c"])
    pairs = flinch.samples([("A dog", "A cat"), ["One", "Two"]], [0.5, 1.0])
    assert [[field.text for field in pair.fields] for pair in pairs] == [["A dog", "A cat"], ["One", "Two"]]
    for rows, labels in (([["a", "b", "c"]], ["x"]), (["a", ("b", "c")], ["x", "y"])):
        with pytest.raises(flinch.BadInput, match="is not a text pair; give two texts per row, or words with"):
            flinch.samples(rows, labels)
    with pytest.raises(flinch.BadInput, match="There is no data set 'demo'"):
        flinch.grid("demo", tmp_path / "none", "word_deletion@1")


def test_an_evaluation_is_made_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from core.records import DatasetCard, Sample, Task
    from data.datasets.stored import save_dataset

    home = tmp_path / "elsewhere"
    rows = [(f"the {a} day was {b}", label) for label, words in WORDS.items() for a in words for b in words]
    texts, labels = zip(*rows, strict=True)
    splits = {name: flinch.samples(texts, labels, dataset="days", split=name) for name in ("train", "test")}
    samples: list[Sample] = [sample for split in splits.values() for sample in split]
    card = DatasetCard("days", Task.CLASSIFICATION, ("bad", "good"), ("text",), {})
    save_dataset(Workspace(home).prepare(), card, samples)
    asked = {"device": "cpu", "seed": 1, "train_seed": 2, "recipe": "romero", "workspace": home}
    run = flinch.evaluate("days", "cnn", ["word_deletion@3"], **asked)  # type: ignore[arg-type]
    assert "CNN uses its own settings, because the recipe romero does not cover it." in capsys.readouterr().err
    assert (run.seed, run.train_seeds) == (1, (2,))
    assert run.finished and (run.dataset, run.samples) == ("days", 18)
    assert [one.id for one in flinch.runs(home)] == [run.id]
    assert flinch.run(run.id, home) == flinch.run("latest", home) == run
    assert len(flinch.scores("latest", workspace=home)) == len(flinch.scores(run, workspace=home)) > 0
    by_condition = {(s.metric, s.perturbation): s for s in flinch.scores(run, workspace=home)}
    assert by_condition["accuracy", ""].n == 18
    assert by_condition["share_perturbed", "word_deletion"].value == 1
    before = flinch.predictions(run, workspace=home).to_pylist()
    after = flinch.predictions(run.id, "word_deletion@3", "CNN", workspace=home).to_pylist()
    label = {row["sample_id"]: row["label"] for row in before}
    changed = {row["sample_id"] for row in after if row["label"] != label[row["sample_id"]]}
    assert {flip.sample_id for flip in flinch.flips(run, "word_deletion@3", workspace=home)} == changed
    assert {s.n for s in flinch.scores(run, curated=True, workspace=home) if s.metric == "kappa"} == {0}
    with pytest.raises(flinch.BadInput, match="has no model 'minilm'; its models are CNN"):
        flinch.flips(run, "word_deletion@3", "minilm", workspace=home)
    with pytest.raises(flinch.BadInput, match="has no word_deletion@1; its perturbations are"):
        flinch.predictions(run, "word_deletion@1", workspace=home)
    with pytest.raises(flinch.BadInput, match="There is no run 'x'"):
        flinch.scores("x", workspace=home)
    for wrong in ("limit", "train_limit", "seeds", "train_seed"):
        with pytest.raises(flinch.BadInput, match=r"1\.5"):
            flinch.evaluate("days", "cnn", "word_deletion@3", workspace=home, **{wrong: 1.5})  # type: ignore[arg-type]
    with pytest.raises(flinch.BadInput, match="has no split 'dev'"):
        flinch.evaluate("days", "cnn", "word_deletion@3", split="dev", workspace=home)


def test_samples_and_functions_are_evaluated_as_they_are(tmp_path: Path) -> None:
    rows = [(f"the {a} day was {b}", label) for label, words in WORDS.items() for a in words for b in words]
    mine = flinch.samples(*zip(*rows, strict=True), dataset="days")  # type: ignore[arg-type]

    def good_words(text: str) -> str:
        return "good" if any(word in text for word in WORDS["good"]) else "bad"

    def unsure(text: str) -> tuple[float, float]:
        return (0.4, 0.6)

    for _ in range(2):  # the samples are there the second time, and nobody takes what a function said before for new
        run = flinch.evaluate(mine, [good_words, unsure], "word_deletion@3", workspace=tmp_path)
        found = {(s.model, s.metric, s.perturbation): s for s in flinch.scores(run, workspace=tmp_path)}
        assert found["good_words", "accuracy", ""].value == 1 and found["unsure", "accuracy", ""].value == 0.5
        assert found["good_words", "accuracy", "word_deletion"].value < 1
        [first, *_] = flinch.predictions(run, "word_deletion@3", "unsure", workspace=tmp_path).to_pylist()
        assert (first["label"], first["probabilities"]) == ("good", pytest.approx([0.4, 0.6]))
    assert len(flinch.runs(tmp_path)) == 2
    page = markdown_card(facts(Workspace(tmp_path), run.id))
    assert "# good_words is a function in a script: pass it to flinch.evaluate" in page


@pytest.mark.parametrize(
    ("dataset", "model", "sentence"),
    [
        (["a text"], "cnn", r"\['a text'\] is not a data set; give a data set's name, or samples"),
        ([], "cnn", r"\[\] is not a data set"),
        ("demo-sentiment", lambda text: "fine", "'<lambda>' returned 'fine' .* one of the labels negative, positive"),
        ("demo-sentiment", lambda text: [0.5], r"returned \[0\.5\] for"),
        ("demo-sentiment", lambda text: None, "returned None for"),
        ("demo-sentiment", lambda text: 1 / 0, r"failed on '.* \(ZeroDivisionError: division by zero\)"),
        ("demo-sentiment", 5, "There is no model 5"),
        ("demo-sentiment", [5], "There is no model 5"),
        (5, "cnn", "There is no data set 5|5 is not a data set"),
    ],
)  # fmt: skip
def test_what_is_no_data_set_or_model_is_named_in_a_sentence(
    workspace: Workspace, dataset: str, model: str, sentence: str
) -> None:
    with pytest.raises(flinch.BadInput, match=sentence):
        flinch.evaluate(dataset, model, "word_deletion@1", limit=5)


def test_samples_never_replace_another_data_set(tmp_path: Path) -> None:
    def one(text: str) -> str:
        return "a"

    flinch.evaluate(flinch.samples(["one two", "two"], ["a", "b"]), one, "word_deletion@1", workspace=tmp_path)
    with pytest.raises(flinch.BadInput, match="already has a different data set 'mine'"):
        flinch.evaluate(flinch.samples(["three four"], ["a"]), one, "word_deletion@1", workspace=tmp_path)


def test_the_shared_name_of_several_trainings_has_the_flips_of_all(workspace: Workspace) -> None:
    before, after = ["thing", "thing", "place"], ["thing", "place", "thing"]
    write_run(workspace, before, after, models=("CNN #1", "CNN #2", "MiniLM"))
    asked = CELL.condition.spelled
    each = [flinch.flips("latest", asked, name) for name in ("CNN #1", "CNN #2")]
    both = flinch.flips(RUN, asked, "CNN")
    assert [flip.sample_id for flip in both] == [flip.sample_id for one in each for flip in one] != []
    with pytest.raises(flinch.BadInput, match="name one of them"):
        flinch.flips(RUN, asked)


def test_a_whole_paper_is_asked_as_on_the_page(workspace: Workspace) -> None:
    own = {"class_weights": True, "prompt": "{text}?", "answer_tokens": 400}
    assert flinch.evaluate_paper("moradi", ["cnn"], **own) == []  # type: ignore[arg-type]  # nothing is at hand
    assert {*own} <= {*signature(flinch.evaluate).parameters} & {*signature(flinch.evaluate_paper).parameters}


def test_decisions_and_what_came_of_them_are_taken_away(workspace: Workspace, tmp_path: Path) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    store.desk(CELL, "ann")
    store.record([decision(candidate(0).id), decision(candidate(1).id, Verdict.RELABEL)])
    with pytest.raises(flinch.BadInput, match=r"\.csv, \.jsonl or \.parquet"):
        flinch.decisions(tmp_path / "decisions.doc")
    assert flinch.decisions(tmp_path / "decisions.csv").num_rows == 2
    assert (tmp_path / "decisions.csv").read_text().count("\n") == 3
    kept = flinch.curated(tmp_path / "curated.parquet")
    assert pq.read_table(tmp_path / "curated.parquet").equals(kept)
    assert [(row["original_text"], row["label"]) for row in kept.to_pylist()] == [
        ("What is thing 0?", "thing"),
        ("What is thing 1?", "place"),
    ]


@pytest.mark.slow
def test_a_whole_paper_is_evaluated_as_far_as_it_is_at_hand(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("data.models.hub.HUB_SECONDS", 0.0)
    paper_data(workspace, "sst5")
    made = flinch.evaluate_paper("moradi", ["cnn"], limit=2, train_limit=20, seeds=2, device="cpu")
    assert [(card.dataset, len(card.cells), card.plan[:7]) for card in made] == [("sst5", 56, "moradi-")]
    assert [model.name for model in made[0].models] == ["CNN #1", "CNN #2"]
    said = capsys.readouterr()
    assert "missing: NER: the data set conll2003" in said.err and said.out == ""
    assert flinch.evaluate_paper("moradi", ["cnn"], limit=2, train_limit=20, seeds=2, device="cpu") == made
    assert "Nothing is left to start." in capsys.readouterr().err


def test_a_file_is_imported_and_a_card_and_kappa_are_made(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("text,label\nA fine day.,1\nA dull day.,0\n", encoding="utf-8")
    home, names = workspace.root, {"1": "good", "0": "bad"}
    card = flinch.import_data(tmp_path / "mine.csv", "mine", label_names=names, positive="good", workspace=home)
    assert (card.labels, card.splits, card.text_fields) == (("bad", "good"), {"test": 2}, ("text",))
    with pytest.raises(BadInput, match="mine"):
        flinch.import_data(tmp_path / "mine.csv", "mine", workspace=home)
    write_run(workspace, ["a", "b"] * 10, ["a", "a"] * 10)
    told = flinch.card(RUN, tmp_path / "card.html", examples=0, workspace=home)
    assert told == (tmp_path / "card.html").read_text(encoding="utf-8") and told.startswith("<!doctype html>")
    drawn = flinch.heatmap(RUN, tmp_path / "heatmap.html", workspace=home)
    page = (tmp_path / "heatmap.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and drawn in page and f"<h1>Heatmap of {RUN}</h1>" in page
    assert flinch.card(RUN, workspace=home) == markdown_card(facts(workspace, RUN))
    with pytest.raises(BadInput, match=r"'card.pdf' has an unknown ending; use .md or .html"):
        flinch.card(RUN, "card.pdf", workspace=home)
    with pytest.raises(BadInput, match=r"'heatmap.png' has an unknown ending; use .html for a heatmap"):
        flinch.heatmap(RUN, tmp_path / "heatmap.png", workspace=home)
    assert not (tmp_path / "heatmap.png").exists()
    found = flinch.kappa(["a", "a", "b", "b"], ["a", "a", "b", "a"])  # observed 3/4, by chance 1/2
    assert found.value == pytest.approx(0.5) and found.n == 4 and found.low < 0.5 < found.high


def test_a_flip_is_found_of_a_function_and_of_a_model_of_a_run(workspace: Workspace) -> None:
    def good_words(text: str) -> str:
        return "good" if any(word in text for word in WORDS["good"]) else "bad"

    text = f"The day was {WORDS['good'][0]} for us."
    search = flinch.find_flip(good_words, text, ["word_deletion@1", "word_deletion@2"])
    found = search.smallest
    assert found and (found.before.label, found.after.label, found.words) == ("good", "bad", 1)
    again = flinch.perturb(text, found.condition.spelled, seed=found.seed)
    assert again == found.rewrite and good_words(again.perturbed) == "bad"
    never = flinch.find_flip(lambda text: "same", text, "word_deletion@1", budget=40)
    assert (never.smallest, never.drawn) == (None, 40)

    def chances(text: str) -> dict[str, float]:
        return {"good": 0.8, "bad": 0.2} if good_words(text) == "good" else {"good": 0.3, "bad": 0.7}

    likely = flinch.find_flip(chances, text, ["word_deletion@1", "word_deletion@2"]).smallest
    assert likely and likely.rewrite == found.rewrite
    assert [(one.label, one.probabilities) for one in flinch.predict(chances, [text, "A day."])] == [
        ("good", {"good": 0.8, "bad": 0.2}),
        ("bad", {"good": 0.3, "bad": 0.7}),
    ]
    rows = [(f"the {a} day was {b}", label) for label, words in WORDS.items() for a in words for b in words]
    texts, labels = zip(*rows, strict=True)
    mine = flinch.samples(texts, labels, dataset="days", split="train")
    mine += flinch.samples(texts, labels, dataset="days", split="test")
    run = flinch.evaluate(mine, "cnn", "word_deletion@1", device="cpu")
    known = flinch.predictions(run).to_pylist()
    said = {text: flinch.predict("CNN", [text], run=run.id)[0] for text in texts[:2]}
    by_sample = {sample.id: sample.fields[0].text for sample in mine if sample.split == "test"}
    assert {*said[texts[0]].probabilities} == {"good", "bad"}
    assert {said[t].label for t in said} <= {row["label"] for row in known if by_sample[row["sample_id"]] in said}
    searched = flinch.find_flip("CNN", texts[0], "word_deletion@3", budget=16)
    assert searched.before == said[texts[0]]


@pytest.mark.parametrize(
    ("model", "text", "condition", "sentence"),
    [
        ("CNN", TEXT, "word_deletion@1", "There is no model 'CNN' that can predict here; first, evaluate a model"),
        (len, TEXT, "word_deletion@1", r"it must return a label \(a str\)"),
        (lambda text: text / 2, TEXT, "word_deletion@1", "failed on .*TypeError"),
        (lambda text: "a", 5, "word_deletion@1", "5 is not a text"),
        (lambda text: "a", " ", "word_deletion@1", "The text is empty"),
        (lambda text: "a", TEXT, "nothing@1", "There is no perturbation 'nothing'"),
    ],
)
def test_what_can_not_be_flipped_is_said(
    model: Any, text: Any, condition: str, sentence: str, workspace: Workspace
) -> None:
    with pytest.raises(flinch.BadInput, match=sentence):
        flinch.find_flip(model, text, condition)
