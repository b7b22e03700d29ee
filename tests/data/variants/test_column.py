"""A column of a file: each row draws by what it holds, wherever it stands, and little is held in memory."""

import json
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

from core.design import Condition
from core.perturbations.conditions import parse_condition
from data.importing.files import import_file, text_column
from data.lexicon.resources import perturber
from data.variants.column import perturbed_rows
from data.workspace import Workspace

TWICE = "The old bridge over the river was closed again after the storm."
TEXTS = ["Who mended the clock in the hall last winter?", TWICE, "Nothing grew in the garden.", TWICE, TWICE]
WORDS = parse_condition("word_deletion@2")


def lines(rows: Iterable[tuple[str, str]], condition: Condition = WORDS) -> list[str]:
    return [row.as_json() for row in perturbed_rows(iter(rows), perturber(), condition, 4)]


def of_file(path: Path, texts: list[str]) -> list[str]:
    path.write_text("text\tlabel\n" + "".join(f"{text}\ta\n" for text in texts), encoding="utf-8")
    return lines(text_column(path, "text"))


def test_a_row_deleted_above_changes_nothing_below(tmp_path: Path) -> None:
    whole = of_file(tmp_path / "whole.tsv", TEXTS)
    assert of_file(tmp_path / "less.tsv", TEXTS[1:]) == whole[1:]
    assert of_file(tmp_path / "turned.tsv", TEXTS[::-1])[2] == whole[2]


def test_copies_of_a_text_stay_apart_and_draw_by_their_count(tmp_path: Path) -> None:
    whole = of_file(tmp_path / "whole.tsv", TEXTS)
    made = [json.loads(line) for line in whole]
    assert len({row["id"] for row in made}) == len(TEXTS)
    assert len({row["perturbed"] for row in made if row["original"] == TWICE}) > 1
    assert of_file(tmp_path / "less.tsv", [TWICE, *TEXTS[2:]]) == whole[1:]
    assert of_file(tmp_path / "fewer.tsv", [*TEXTS[:3], TWICE]) == whole[:4]  # one copy gone: the last is no more


def test_an_id_is_drawn_by_beside_the_text() -> None:
    for chained in ("word_deletion@2", "word_case@100,word_deletion@2"):
        condition = parse_condition(chained)
        whole = lines([("a", TWICE), ("b", TWICE), ("b", TEXTS[0])], condition)
        made = [json.loads(line) for line in whole]
        assert [row["id"] for row in made] == ["a", "b", "b"]
        assert made[0]["perturbed"] != made[1]["perturbed"]
        assert lines([("b", TWICE), ("b", TEXTS[0])], condition) == whole[1:]


def test_of_a_long_file_only_a_few_bytes_a_row_are_held() -> None:
    rows = (("", f"{n} " + "word " * 1_100) for n in range(2_000))  # 11 MB
    made = perturbed_rows(rows, perturber(), parse_condition("duplicate_punctuations@0.5"), 0)
    next(made)
    tracemalloc.start()
    assert sum(1 for _ in made) == 1_999
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 2e6


def test_samples_of_an_import_are_told_by_their_content(workspace: Workspace, tmp_path: Path) -> None:
    from data.datasets.stored import read_samples

    for name, texts in (("whole", TEXTS), ("less", TEXTS[1:])):
        path = tmp_path / f"{name}.tsv"
        path.write_text("text\tlabel\n" + "".join(f"{text}\ta\n" for text in texts), encoding="utf-8")
        import_file(workspace, path, "mine", "classification", "test", replace=name == "less")
        if name == "whole":
            ids = [sample.id for sample in read_samples(workspace, "mine", "test")]
    assert [sample.id for sample in read_samples(workspace, "mine", "test")] == ids[1:]
    assert len(set(ids)) == len(TEXTS)
