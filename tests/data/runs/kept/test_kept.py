"""A verdict counts where the run's text is the one that was judged, whatever the ids say."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

import flinch
from cli import app
from core.records import DatasetCard, Sample, Task
from data.runs.measures.kept import KeptOfRun, kept_here, kept_of_run
from data.store import Store
from data.variants.files import VariantFile
from data.workspace import Workspace
from tests.data.runs.kept.judged_run import RUN, dataset, decide, elsewhere, prepared, run_of
from tests.data.store.trouble.others import held

TEXTS = ("a good long day", "a very bad film", "we like this song", "they hate it all", "it was rather fine")
GOLD = ("good", "bad", "good", "bad", "good")
VERDICTS = ("keep", "good", "keep", "discard", "bad")


@pytest.fixture
def judged(workspace: Workspace) -> Iterator[tuple[Store, VariantFile, DatasetCard, list[Sample]]]:
    card, samples = dataset(Task.CLASSIFICATION, [((text,), gold) for text, gold in zip(TEXTS, GOLD, strict=True)])
    file = prepared(workspace, card, samples, "word_deletion@1")
    with closing(Store.open(workspace)) as store:
        store.ingest(workspace.jobs / "job")
        decide(store, file, {sample.id: said for sample, said in zip(samples, VERDICTS, strict=True)})
        yield store, file, card, samples


Judged = tuple[Store, VariantFile, DatasetCard, list[Sample]]


def labels(samples: list[Sample], *said: str) -> dict[str, str]:
    return {sample.id: label for sample, label in zip(samples, said, strict=True)}


def test_what_was_judged_elsewhere_counts_where_it_reads_the_same(workspace: Workspace, judged: Judged) -> None:
    store, file, card, samples = judged
    other = elsewhere(workspace, file, "later", {samples[2].id: "we like this"})
    run = run_of(workspace, card, other, labels(samples, *GOLD), labels(samples, *GOLD))
    found = kept_of_run(store, workspace, run)
    assert {kept.sample_id for kept in found.samples.values()} == {samples[i].id for i in (0, 1, 4)}
    assert (found.otherwise, found.gone) == (1, 0)
    assert found.left_out.startswith(
        "1 sample that people kept is left out: the perturbed text in the run differs from the judged text"
    )


def test_the_run_of_the_very_file_needs_no_look(workspace: Workspace, judged: Judged) -> None:
    store, file, card, samples = judged
    run = run_of(workspace, card, file, labels(samples, *GOLD), labels(samples, *GOLD))
    file.path.unlink()
    found = kept_of_run(store, workspace, run)
    assert (len(found.samples), found.left_out) == (4, "")


def test_texts_that_are_gone_are_counted(
    workspace: Workspace, judged: Judged, capsys: pytest.CaptureFixture[str]
) -> None:
    store, file, card, samples = judged
    other = elsewhere(workspace, file, "later", {})
    run = run_of(workspace, card, other, labels(samples, *GOLD), labels(samples, *GOLD))
    assert len(kept_of_run(store, workspace, run).samples) == 4
    kept = file.path.rename(file.path.with_suffix(".away"))
    assert kept_of_run(store, workspace, run) == KeptOfRun({}, 0, 4)
    kept.rename(file.path)
    other.path.unlink()
    found = kept_of_run(store, workspace, run)
    assert found == KeptOfRun({}, 0, 4)
    assert KeptOfRun().left_out == ""
    for missing, said in ((True, f"{found.left_out}\n"), (False, "")):
        _ = other.path if missing else shutil.copy(file.path, other.path)
        kept_here(workspace, RUN, True)
        assert capsys.readouterr().err == said
    assert (
        "4 samples that people kept are left out: the judged or the predicted text can no longer be read"
        in found.left_out
    )


def test_commands_score_what_people_kept(workspace: Workspace, judged: Judged, tmp_path: Path) -> None:
    store, file, card, samples = judged
    # Kept: the first, third and last; relabelled: the second and last. The model says bad of the last two once changed.
    run_of(workspace, card, file, labels(samples, *GOLD), labels(samples, "good", "good", "good", "bad", "bad"))
    store.close()
    table = {row[3]: row for row in scored("scores", "latest", "--kept-only") if row[1]}
    assert table["accuracy"][4:6] == ["1.0000", "4"]  # of the golds that people gave; of all five it is 3 of 5
    assert {row[3]: row for row in scored("scores", RUN) if row[1]}["accuracy"][4:6] == ["0.6000", "5"]
    checked = scored("check", "latest", "--min-score", "0.9", "--kept-only")[1]
    assert (checked[3], checked[6], checked[8]) == ("1.0000", "4", "passed")
    kappas = scored("check", "latest", "--min-kappa", "0", "--kept-only")[1]
    assert kappas[6] == "4"
    text = CliRunner().invoke(app, ["card", "latest", "--kept-only"]).stdout
    assert "On perturbed texts, only samples that people kept or relabelled are counted" in text
    rows = scored("flips", "latest", "--by", "label", "--kept-only")
    assert sum(int(row[3]) for row in rows[1:]) == 4
    assert len(flinch.scores(RUN, curated=True, workspace=workspace.root)) > 5
    assert len(kept_here(workspace, RUN, True) or ()) == 4
    with held(workspace):
        assert {row[3]: row for row in scored("scores", "latest", "--kept-only") if row[1]} == table
        assert CliRunner().invoke(app, ["card", "latest", "--kept-only"]).stdout == text


def scored(*words: str) -> list[list[str]]:
    """The lines of a command, in columns."""
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return [line.split("\t") for line in done.stdout.splitlines()]
