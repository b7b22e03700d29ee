"""`study export`: the files that are written."""

from pathlib import Path

import pyarrow.parquet as pq
from typer.testing import CliRunner

from commands.study import app
from data.workspace import Workspace
from tests.data.study_results.simulated_study import small_study


def test_the_answers_are_written_with_a_codebook_and_own_words_only_when_asked_for(
    workspace: Workspace, tmp_path: Path
) -> None:
    study, into = small_study(workspace), tmp_path / "answers"
    done = CliRunner().invoke(app, ["export", study.id, str(into)])
    assert done.exit_code == 0, done.output
    assert {path.name for path in into.iterdir()} == {
        f"{name}.{end}" for name in ("judgements", "questionnaires", "codebook") for end in ("csv", "parquet")
    }
    assert pq.read_table(into / "judgements.parquet").num_rows == len(study.answers())
    assert b"simulated comment" not in (into / "questionnaires.csv").read_bytes()
    again = CliRunner().invoke(app, ["export", study.id, str(into), "--own-words", "--texts"])
    assert again.exit_code == 0, again.output
    assert b"'=1+1" in (into / "questionnaires.csv").read_bytes()
    assert "perturbed" in pq.read_schema(into / "judgements.parquet").names
