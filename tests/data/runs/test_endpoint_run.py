"""A whole evaluation asks an endpoint: what it said is scored, what it cost is on the card, no key is in the files."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.design import Condition
from core.errors import BadInput
from core.models.registry import usual_spec
from core.models.training.recipes import asked_by
from core.records import NO_LABEL
from core.severity import pps
from data.datasets.stored import dataset_card, read_samples, save_dataset
from data.endpoints.keys import KEY
from data.jobs.job import run_inline
from data.runs.estimate import time_expected
from data.runs.files import predictions_path, read_predictions
from data.runs.scores import flips, run_card, scores
from data.workspace import Workspace
from pages.ui.evaluate.run_cards import details_of
from tests.command_line import command_line
from tests.data.endpoints.chat_server import chat_server
from tests.data.runs.run_data import CNN, WORDS, asked, reviews


def judged(prompt: str) -> str:
    """Good where a good word is left in the text, bad where a bad one is, else no label."""
    words = prompt.rpartition("\n")[2].split()
    for label in ("good", "bad"):
        if any(word in words for word in WORDS[label]):
            return f"{label.title()}."
    return "I can not say"


def test_an_endpoint_is_evaluated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-very-secret")
    workspace = Workspace(tmp_path)
    reviews(workspace)
    with chat_server(judged) as server:
        spec = usual_spec(f"endpoint:{server.url}#small-chat")
        run_id = run_inline(workspace, "evaluate", "reviews: small-chat", asked(spec).arguments())
        requests = len(server.asked)
        again = run_inline(workspace, "evaluate", "again", asked(spec).arguments())
        assert len(server.asked) == requests  # nothing is asked twice
    card = run_card(workspace, run_id)
    [model] = card.models
    table = {(s.metric, s.perturbation, s.severity): s.value for s in scores(workspace, run_id)}
    assert table["accuracy", "", None] == 1
    assert table["accuracy", "word_deletion", pps(3)] < 1
    rows = read_predictions(predictions_path(workspace.runs / run_id, model, None))
    assert {row.label for row in rows} == {"good", "bad"}
    flipped = flips(workspace, run_id, model.name, Condition("word_deletion", pps(3)))
    assert {flip.after for flip in flipped} == {NO_LABEL}  # the words that say it were deleted
    assert model.asked.startswith(f"{requests} prompts answered so far, ")
    assert " 0 answers named no label" not in model.asked  # the words that say it were deleted
    assert details_of(card)["Endpoints"] == f"small-chat, {model.asked}"
    assert run_card(workspace, again).models[0].asked == model.asked
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if b"very-secret" in path.read_bytes()]


def test_an_endpoint_that_hardly_ever_names_a_label_gets_no_figures(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    reviews(workspace)
    with chat_server(lambda prompt: "<think> Let me see, the day was") as server:
        evaluation = asked(usual_spec(f"endpoint:{server.url}#deep"))
        with pytest.raises(
            BadInput,
            match=r"25 of 25 answers of 'deep' contain no label \(example: '<think> Let.* 32 tokens.*--answer-tokens",
        ):
            run_inline(workspace, "evaluate", "reviews: deep", evaluation.arguments())
        assert len(server.asked) == 25  # each once, however often the cell is tried
        server.answer = lambda prompt: f"<think> Let me see.</think> {judged(prompt)}"
        [roomy] = asked_by("", 2000, [usual_spec(f"endpoint:{server.url}#deep")])
        run_inline(workspace, "evaluate", "reviews: deep", asked(roomy).arguments())
        assert {body["max_tokens"] for body in server.asked[25:]} == {2000}
        assert ["response_format" in body for body in server.asked[24:26]] == [True, False]


def test_an_endpoint_needs_no_split_to_learn_from(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    samples = list(read_samples(workspace, "reviews", "test"))
    save_dataset(workspace, replace(card, name="bare", splits={}), [replace(s, dataset="bare") for s in samples])
    with chat_server(judged) as server:
        evaluation = asked(usual_spec(f"endpoint:{server.url}#small-chat"), dataset="bare")
        assert time_expected(workspace, dataset_card(workspace, "bare"), evaluation, "cpu")
        run_id = run_inline(workspace, "evaluate", "bare: small-chat", evaluation.arguments())
    assert run_card(workspace, run_id).train_split == ""
    table = {(s.metric, s.perturbation): s.value for s in scores(workspace, run_id)}
    assert table["accuracy", ""] == 1
    with pytest.raises(BadInput, match="'bare' has no split 'train'"):
        replace(evaluation, models=(*evaluation.models, CNN)).check(workspace)


@pytest.mark.parametrize("secret", ["http://me:sesame@127.0.0.1:9/v1#m", "http://127.0.0.1:9/v1?key=sesame"])
def test_an_address_with_a_password_gets_into_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path))
    reviews(Workspace(tmp_path))
    words = ("--dataset", "reviews", "--model", f"endpoint:{secret}", "--perturbation", "word_deletion", "--pps", "1")
    refused = command_line("evaluate", *words)
    assert refused.returncode and "has no address of an endpoint" in refused.stderr
    assert "sesame" not in refused.stdout + refused.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"sesame" in path.read_bytes()]
