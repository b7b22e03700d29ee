"""The score by which a training of Romero's grid is chosen, of files of predictions with gold labels."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from data.imported_predictions.selection import selection_of


def written(path: Path, head: str, *rows: str) -> Path:
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def test_of_two_labels_f1_is_that_of_the_positive_one(tmp_path: Path) -> None:
    train = written(tmp_path / "train.csv", "gold,prediction", "yes,yes", "yes,no", "no,no", "no,yes", "yes,yes")
    dev = written(tmp_path / "dev.tsv", "label\ty_pred", "no\tno", "no\tyes", "yes\tyes", "yes\tyes")
    done = CliRunner().invoke(app, ["selection-score", "--train", str(train), "--dev", str(dev)])
    assert done.exit_code == 0, done.output
    # train: 2 right, 1 missed, 1 too many: 4 / 6; dev: 2 right, 1 too many: 4 / 5; .2 * .6667 + .8 * .8
    assert done.output.splitlines() == [
        "part\tmeasure\trows\tvalue\tweight",
        "train\tF1 of 'yes'\t5\t0.6667\t0.2",
        "dev\tF1 of 'yes'\t4\t0.8000\t0.8",
        "score\t\t9\t0.7733\t",
    ]
    other = selection_of(train, dev, "no")  # train: 1 right, 1 missed, 1 too many; dev: 1 right, 1 missed
    assert (other.train, round(other.dev, 4), other.positive) == (0.5, 0.6667, "no")


def test_of_more_labels_it_is_micro_f1(tmp_path: Path) -> None:
    train = written(tmp_path / "train.jsonl", '{"target": 0, "guess": 0}', '{"target": 1, "guess": 2}')
    dev = written(tmp_path / "dev.jsonl", '{"target": 2, "guess": 2.0}', '{"target": 1, "guess": 1}')
    found = selection_of(train, dev, columns={"gold": "target", "label": "guess"})
    assert (found.train, found.dev, found.positive) == (0.5, 1.0, "")
    assert found.score == pytest.approx(0.9)


def test_what_is_missing_is_said_in_a_sentence(tmp_path: Path) -> None:
    good = written(tmp_path / "good.csv", "gold,prediction", "a,b")
    for head, row, said in (
        (
            "gold,guess",
            "a,b",
            "has no known column for the label; its columns are gold, guess. Name the right column with "
            "--column label=NAME",
        ),
        ("prediction,id", "a,b", "has no known column for the gold; its columns are prediction, id"),
        ("gold,prediction", ",b", "line 2, has no 'gold'"),
    ):
        with pytest.raises(BadInput, match=said):
            selection_of(good, written(tmp_path / "bad.csv", head, row))
    with pytest.raises(BadInput, match="All labels of both files are 'a'"):
        same = written(tmp_path / "same.csv", "gold,prediction", "a,a")
        selection_of(same, same)
