"""The command line as a script sees it: exit codes, one line on stderr, JSON that holds what it says."""

import json
import shutil
import signal
import subprocess
import sys
from functools import partial
from io import StringIO
from pathlib import Path
from time import monotonic, sleep

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cli import repeated, unforeseen
from commands.opened import opened_store
from core.identity import content_id
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import every_perturbation
from core.records import DatasetCard, Sample, Task, TextField
from data.accounts.accounts import Accounts
from data.datasets.stored import dataset_cards, save_dataset
from data.demo import DEMO
from data.jobs.jobs import end, jobs
from data.jobs.records import JobState
from data.lexicon.resources import perturber
from data.store import Store
from data.workspace import Workspace
from tests.command_line import command_line as run
from tests.data.store.store_data import as_line, candidate, decision, write_job
from tests.ordinary_user import as_an_ordinary_user

ROOT = Path(__file__).parents[1]
HEARS_SIGINT = partial(signal.signal, signal.SIGINT, signal.default_int_handler)  # also where a shell ignores it


def process(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """What a shell sees."""
    return subprocess.run(
        [sys.executable, "cli.py", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "questions.tsv"
    file.write_text("id\ttext\tlabel\nq1\tWho wrote the long book?\tHUM\nq2\tWhere?\tLOC\n", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("perturb", "--perturbation", "word_deletion@1", "--text", "text"), 0),
        (("perturb", "--perturbation", "word_deletion@1", "--text", "txet"), 1),
        (("perturb", "--perturbation", "word_deletion@9", "--text", "text"), 2),
    ],
)
def test_a_shell_sees_what_the_other_tests_do(questions: Path, arguments: tuple[str, ...], code: int) -> None:
    """They call the command line without starting a process."""
    seen, called = process(*arguments, "--input", questions), run(*arguments, "--input", questions)
    assert (seen.returncode, seen.stdout, seen.stderr) == (called.returncode, called.stdout, called.stderr)
    assert seen.returncode == code
    assert len(seen.stderr.splitlines()) == (code > 0)


def test_perturbations_are_listed_as_the_registry_has_them() -> None:
    done = run("perturbations", "--json")
    assert done.returncode == 0
    rows = json.loads(done.stdout)
    assert [row["name"] for row in rows] == [p.name for p in every_perturbation()]
    assert {"name", "level", "unit", "values", "range", "alters_meaning", "source"} <= set(rows[0])
    listed = run("perturbations").stdout.splitlines()
    assert [line.split()[0] for line in listed] == [p.name for p in every_perturbation()]
    [deletion] = [line for line in listed if line.startswith("word_deletion ")]
    assert "1, 2, 3, 4" in deletion


def test_perturb_prints_a_line_of_json_for_each_row(questions: Path) -> None:
    done = run("perturb", "--perturbation", "word_deletion", "--pps", "1", "--input", questions, "--text", "text")
    assert done.returncode == 0
    long, short = map(json.loads, done.stdout.splitlines())
    assert (long["id"], long["applied"], long["edits"]) == ("q1", True, 1)
    assert "".join(piece["text"] for piece in long["pieces"]) == long["perturbed"] != long["original"]
    assert short == {  # one word: not applicable, and so original
        "id": "q2",
        "original": "Where?",
        "perturbed": "Where?",
        "applied": False,
        "edits": 0,
        "pieces": [{"start": 0, "end": 6, "text": "Where?"}],
    }


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("word_case", ("--percent", "100")),
        ("word_case", ("--severity", "100")),
        ("word_case", ()),  # its paper knows one severity
        ("word_class_removal", ("--severity", "NOUN+VERB")),
        ("subword_phrase_shuffle", ("--severity", "0.9")),
    ],
)
def test_the_unit_of_a_severity_follows_from_the_name(questions: Path, name: str, flags: tuple[str, ...]) -> None:
    done = run("perturb", "--perturbation", name, *flags, "--input", questions, "--text", "text")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0])["applied"]


def test_several_perturbations_follow_each_other(questions: Path) -> None:
    spelled = "word_deletion@1,word_case@100"
    done = run("perturb", "--perturbation", spelled, "--input", questions, "--text", "text", "--seed", "3")
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout.splitlines()[0])
    text = "Who wrote the long book?"
    made = perturber().text(text, *parse_condition(spelled), 3, key=content_id("q1", text, "0"))
    assert made is not None
    assert row["perturbed"] == made.perturbed
    assert len(row["perturbed"].split()) == 4


def test_the_file_that_is_read_is_never_written_over(questions: Path) -> None:
    held = questions.read_bytes()
    asked = ("--input", questions, "--text", "text", "--output", questions, "--replace")
    done = run("perturb", "--perturbation", "word_deletion@1", *asked)
    assert done.returncode == 1
    assert "is the input file; name another file" in done.stderr
    assert questions.read_bytes() == held


@pytest.mark.parametrize(
    ("held", "said"), [("3", "holds a number, not text"), ('{"a": 1}', "holds an object, not text")]
)
def test_a_column_that_is_no_text_is_refused(tmp_path: Path, held: str, said: str) -> None:
    (tmp_path / "rows.jsonl").write_text('{"text": "a b", "n": ' + held + "}\n", encoding="utf-8")
    pq.write_table(pa.table({"text": ["a b"], "n": [3]}), tmp_path / "rows.parquet")
    asked = ("perturb", "--perturbation", "word_deletion@1", "--text", "n", "--input")
    done = run(*asked, tmp_path / "rows.jsonl")
    assert done.returncode == 1
    assert said in done.stderr
    assert "'n' of 'rows.parquet' holds int64, not text" in run(*asked, tmp_path / "rows.parquet").stderr


GRID = ("perturb-dataset", "demo-questions", "--split", "test", "--workers", "1")


def test_a_grid_is_made_and_made_again_for_nothing(workspace: Workspace, tmp_path: Path) -> None:
    asked = (*GRID, "--perturbation", "word_deletion", "word_class_removal@NUM", "--severity", "1", "2")
    done = run(*asked, "--output", tmp_path)
    assert done.returncode == 0, done.stderr
    header, *rows = (line.split("\t") for line in done.stdout.splitlines())
    assert header[:6] == ["perturbation", "severity", "split", "samples", "perturbed", "share"]
    found = [f"{row[0]} {row[1]} {row[-1]}".strip() for row in rows]
    assert found == ["word_deletion PPS 1", "word_deletion PPS 2", "word_class_removal NUM few"]
    assert len(list(tmp_path.glob("demo-questions/*/*/test.parquet"))) == 3
    again = run(*asked, "--output", tmp_path)
    assert again.returncode == 0
    assert "3 files, 0 of them added now" in again.stderr
    other = run(*asked, "--output", tmp_path, "--seed", "1")
    assert other.returncode == 1
    assert "already exists, with seed 0, not 1" in other.stderr
    assert len(other.stderr.splitlines()) == 1
    assert "3 of them added now" in run(*asked, "--output", tmp_path, "--seed", "1", "--replace").stderr


def test_ctrl_c_stops_a_grid_at_once_and_leaves_no_half_of_a_file(workspace: Workspace, tmp_path: Path) -> None:
    samples = [Sample("ours", "test", (TextField("text", f"a good film {i}"),), "yes") for i in range(4_000)]
    save_dataset(workspace, DatasetCard("ours", Task.CLASSIFICATION, ("yes",), ("text",), {}), samples)
    command = [
        sys.executable,
        "cli.py",
        "perturb-dataset",
        "ours",
        "--all",
        "--workers",
        "2",
        "--output",
        str(tmp_path),
    ]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=HEARS_SIGINT) as process:
        until = monotonic() + 60
        while not list(workspace.variants.glob("*/.*.part")) and monotonic() < until:
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said.splitlines()[-1] == "flinch: stopped."
    assert not list(tmp_path.glob("ours/*/*/.*")) + list(workspace.variants.glob("*/.*"))


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "Name perturbations with --perturbation, or choose all of them with --all"),
        (("--all", "--perturbation", "negation"), 2, "or choose all of them with --all"),
        (("--perturbation", "negatio"), 2, "did you mean negation"),
        (
            ("--perturbation", "negation", "--severity", "5"),
            2,
            "negation can't have the severity 5; give pps: 1, 2, 3 or 4",
        ),
        (("--perturbation", "negation@5"), 2, "negation can't have the severity 5; give pps: 1, 2, 3 or 4"),
        (("--perturbation", "negation", "--share", "2"), 1, "share 2 is not a probability"),
        (("--perturbation", "negation", "--field", "label"), 1, "has no text field 'label'; its text fields are text"),
        (("--perturbation", "negation", "--split", "tset"), 1, "has no split 'tset'"),
    ],
)
def test_a_grid_that_cannot_be_made_is_one_line(
    workspace: Workspace, tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = run(*GRID[:2], *arguments, "--output", tmp_path / "out")
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_missing_word_list_is_said_with_the_command_that_makes_it(workspace: Workspace, tmp_path: Path) -> None:
    """In a copy of the project without the list."""
    for name in ("cli.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    for room in ("core", "curation", "data", "commands"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("synonyms.txt.xz", "__pycache__"))
    asked = [*GRID, "--perturbation", "synonym_replacement", "--output", str(tmp_path / "out")]
    done = subprocess.run([sys.executable, "cli.py", *asked], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "make it again with `python -m tools.lexicon.synonyms`" in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_same_seed_gives_the_same_file(questions: Path, tmp_path: Path) -> None:
    asked = ("perturb", "--perturbation", "word_deletion", "--pps", "2", "--input", questions, "--text", "text")
    outputs = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for output in outputs:
        assert run(*asked, "--seed", "7", "--output", output).returncode == 0
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    again = run(*asked, "--output", outputs[0])
    assert again.returncode == 1
    assert "exists already" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--perturbation", "word_deletio", "--pps", "1"), "did you mean word_deletion"),
        (("--perturbation", "word_deletion", "--pps", "5"), "can't have the severity 5; give pps: 1, 2, 3 or 4"),
        (("--perturbation", "word_deletion", "--percent", "10"), "measured in pps"),
        (("--perturbation", "word_deletion", "--severity", "5"), "can't have the severity 5; give pps: 1, 2, 3 or 4"),
        (
            ("--perturbation", "word_deletion", "--severity", "many"),
            "can't have the severity many; give pps: 1, 2, 3 or 4",
        ),
        (
            ("--perturbation", "word_deletion", "--severity", "1.5"),
            "can't have the severity 1.5; give pps: 1, 2, 3 or 4",
        ),
        (
            ("--perturbation", "word_case", "--severity", "nan"),
            "can't have the severity nan; give percent-words: more than 0, at most 100",
        ),
        (
            ("--perturbation", "word_case", "--percent", "0"),
            "can't have the severity 0; give percent-words: more than 0, at most 100",
        ),
        (("--perturbation", "word_case", "--pps", "1"), "percent-words, but 1 is in pps; give more than 0"),
        (("--perturbation", "word_class_removal", "--severity", "NOUN+FISH"), "the severity NOUN+FISH"),
        (("--perturbation", "word_deletion"), "needs a severity: give --severity VALUE, in pps: 1, 2, 3 or 4"),
        (("--perturbation", "word_deletion", "--severity", "1", "--pps", "1"), "More than one severity"),
        (("--perturbation", "word_case@100,negation@9"), "negation can't have the severity 9; give pps: 1, 2, 3 or 4"),
        (("--perturbation", "word_case@100,negation"), "negation needs a severity"),
        (("--perturbation", "word_case@100", "--pps", "1"), "leave out --pps"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(questions: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run("perturb", *arguments, "--input", questions, "--text", "text")
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"id\tsentence\n1\ta b c\n", "no column 'text'"),
        (b"text\tlabel\na b c\tx\nbro\xffken\tx\n", "UTF-8"),
    ],
)
def test_a_bad_file_is_one_line_and_exit_code_1(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "bad.tsv"
    file.write_bytes(content)
    output = tmp_path / "out.jsonl"
    done = run(
        "perturb",
        "--perturbation",
        "word_deletion",
        "--pps",
        "1",
        "--input",
        file,
        "--text",
        "text",
        "--output",
        output,
    )
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not output.exists()


def test_a_file_is_imported_and_named_twice_is_refused(workspace: Workspace, questions: Path) -> None:
    asked = ("import", questions, "--name", "mine", "--task", "classification", "--text", "text", "--label", "label")
    first, second = run(*asked), run(*asked)
    assert first.returncode == 0, first.stderr
    assert "2 samples" in first.stdout
    assert second.returncode == 1
    assert len(second.stderr.splitlines()) == 1
    assert (workspace.datasets / "mine" / "test.parquet").exists()


def test_two_texts_of_each_label_are_shown_before_anything_is_stored(workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "films.tsv"
    file.write_text("text\tlabel\nGood.\t1\nGreat.\t1\nFine.\t1\nBad.\t0\n")
    asked = ("import", file, "--name", "films", "--task", "classification", "--label-names", "0=negative,1=positive")
    looked = run(*asked, "--dry-run")
    assert looked.returncode == 0 and not (workspace.datasets / "films").exists()
    told = ["negative (1)", "    Bad.", "positive (3)", "    Good.", "    Great."]
    assert looked.stderr.splitlines() == [*told, "4 samples would be stored"]
    done = run(*asked)
    assert done.stderr.splitlines() == told and "4 samples" in done.stdout


def test_a_file_in_one_piece_is_shared_out(workspace: Workspace, tmp_path: Path) -> None:
    rows = "".join(f"Text {n} of them.\t{'hate' if n % 4 else 'neither'}\n" for n in range(100))
    (tmp_path / "hsol.tsv").write_text(f"text\tlabel\n{rows}", encoding="utf-8")
    words = ("import", tmp_path / "hsol.tsv", "--name", "hsol", "--task", "classification")
    assert run(*words, "--split-shares", "56-24").returncode == 2
    done = run(*words, "--split-shares", "56-24-20", "--seed", "3")
    assert done.stdout.startswith("hsol (train 56, dev 24, test 20): 100 samples")
    again = run(*words, "--split-shares", "56-24-20")
    assert (again.returncode, "There is a data set 'hsol' already" in again.stderr) == (1, True)


def test_the_demo_data_is_there_for_whoever_imports_first(workspace: Workspace, questions: Path) -> None:
    done = run("import", questions, "--name", "trec", "--task", "classification", "--text", "text", "--label", "label")
    assert done.returncode == 0, done.stderr
    assert {card.name for card in dataset_cards(workspace)} == {"trec", *DEMO}


def test_several_values_may_follow_one_option() -> None:
    asked = ["evaluate", "--model", "minilm", "cnn", "--pps", "1", "2", "--dataset", "d", "--perturbation", "negation"]
    assert repeated(asked) == [
        *("evaluate", "--model", "minilm", "--model", "cnn", "--pps", "1", "--pps", "2"),
        *("--dataset", "d", "--perturbation", "negation"),
    ]
    assert repeated(["import", "--text", "a", "file"]) == ["import", "--text", "a", "file"]
    grid = ["perturb-dataset", "d", "--perturbation", "negation", "ocr@5", "--severity", "1", "2", "--all"]
    assert repeated(grid) == [
        *("perturb-dataset", "d", "--perturbation", "negation", "--perturbation", "ocr@5"),
        *("--severity", "1", "--severity", "2", "--all"),
    ]


def test_bad_rows_are_named_and_skipped_only_when_asked(workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("text,label\na b c,x\n,x\nd e f,y\n", encoding="utf-8")
    asked = ("import", file, "--name", "rows", "--task", "classification", "--text", "text", "--label", "label")
    refused = run(*asked)
    assert refused.returncode == 1
    assert "line 3" in refused.stderr
    assert not (workspace.datasets / "rows").exists()
    skipped = run(*asked, "--skip-bad-rows")
    assert skipped.returncode == 0
    assert "2 samples" in skipped.stdout
    assert "line 3" in skipped.stderr


def test_an_empty_workspace_has_the_demo_data_without_a_browser_too(workspace: Workspace) -> None:
    done = run(
        "candidates", "--dataset", "demo-questions", "--perturbation", "negation", "word_deletion", "word_case@100",
        "--severity", "1", "2", "--limit", "20", "--similarity", "off", "--grammar", "off",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(list(workspace.variants.glob("*/*.parquet"))) == 5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("negation",), "negation needs a severity"),
        (("negation", "--severity", "7"), "negation can't have the severity 7; give pps: 1, 2, 3 or 4"),
        (("negation@1", "--severity", "1"), "leave out --severity"),
        (("negation", "word_case", "--pps", "1"), "word_case is measured in percent-words"),
        (("nagation", "--pps", "1"), "did you mean negation"),
        (("negation@1,negation",), "negation needs a severity"),
    ],
)
def test_a_job_with_a_severity_that_is_not_is_bad_usage(
    workspace: Workspace, arguments: tuple[str, ...], said: str
) -> None:
    for command in (("candidates",), ("evaluate", "--model", "cnn")):
        done = run(*command, "--dataset", "demo-questions", "--perturbation", *arguments)
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_what_is_for_a_whole_paper_or_out_of_bounds_runs_nothing(workspace: Workspace) -> None:
    done = run("evaluate", "--dataset", "demo-questions", "--model", "cnn", "--perturbation", "negation@1", "--dry-run")
    assert done.returncode == 2
    assert "--dry-run shows the plan of a whole paper" in done.stderr
    asked = ("evaluate", "--dataset", "demo-questions", "--model", "cnn", "--perturbation", "negation@1")
    for more, said in (
        (("--rules", "paper"), "--rules needs --as"),
        (("--recipe", "nobody"), "There is no recipe 'nobody'"),
        (("--train-limit", "-5"), "-5"),
    ):
        done = run(*asked, *more)
        assert done.returncode == 2 and said in done.stderr
    assert not [*workspace.runs.iterdir()]


@pytest.mark.parametrize(
    "option",
    [("--split", "test"), ("--train-split", "dev"), ("--severity", "5"), ("--pps", "2"), ("--dataset", "cola")],
)
def test_a_whole_paper_leaves_no_room_for_splits_and_severities(workspace: Workspace, option: tuple[str, str]) -> None:
    done = run("evaluate", "--as", "romero", "--models", "minilm", "--dry-run", *option)
    assert done.returncode == 2
    assert f"leave out {option[0]}." in done.stderr


def test_a_file_that_can_not_be_used_is_named_without_a_traceback() -> None:
    assert unforeseen(PermissionError(13, "Permission denied", "some/file")) == (
        "'some/file' can't be used (Permission denied); free some space or allow writing, then try again."
    )
    assert unforeseen(OSError(28, "No space left on device")).startswith("The disk is full; free some space")
    assert unforeseen(OSError("odd")).startswith("Something went wrong (OSError: odd)")


def test_export_writes_what_there_is(workspace: Workspace, tmp_path: Path) -> None:
    output = tmp_path / "decisions.csv"
    assert run("export", "decisions", "--output", output).returncode == 0
    assert "annotator" in output.read_text(encoding="utf-8")
    assert run("export", "everything", "--output", output).returncode == 2
    assert run("export", "decisions", "--output", tmp_path / "decisions.doc").returncode == 1


def test_the_doctor_says_what_is_so_and_makes_the_database_again(workspace: Workspace) -> None:
    done = run("doctor", "--rebuild", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    rebuilt, _, findings = done.stdout.partition("\n")
    assert rebuilt.startswith("rebuilt: 0 decisions, 0 parts")
    told = {finding["subject"]: finding["ok"] for finding in json.loads(findings)}
    assert told["packages"]
    assert told["database"]
    assert workspace.database.exists()


@pytest.fixture
def unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace that nobody can write, not even root: a file stands where its folder would be."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "file" / "workspace"))
    return tmp_path / "file" / "workspace"


def test_the_doctor_names_a_workspace_that_can_not_be_written(unwritable: Path) -> None:
    done = run("doctor", "--json")
    assert done.returncode == 1, done.stderr
    told = {finding["subject"]: finding for finding in json.loads(done.stdout)}
    assert not told["workspace"]["ok"] and "can't be written" in told["workspace"]["summary"]
    assert told["packages"]["ok"]
    assert run("doctor", "--rebuild").returncode == 1


def test_a_dry_run_needs_no_workspace_that_can_be_written(unwritable: Path) -> None:
    done = run("evaluate", "--as", "romero", "--models", "minilm", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "missing: " in done.stdout


def test_a_grid_elsewhere_needs_none_either(ordinary_place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLINCH_WORKSPACE", str(ordinary_place))
    workspace, away = Workspace.current().prepare(), ordinary_place.with_name("away")
    asked = ("perturb-dataset", "demo-questions", "--perturbation", "negation@1", "--limit", "5", "--output", away)
    assert run(*asked).returncode == 0
    for made in (workspace.variants, away):
        shutil.rmtree(made)
    away.mkdir()
    away.chmod(0o777)
    workspace.root.chmod(0o555)
    with as_an_ordinary_user():
        done = run(*asked)
    assert done.returncode == 0, done.stderr
    assert list(away.rglob("*.parquet"))


def test_a_snapshot_is_taken_and_restored(workspace: Workspace) -> None:
    assert run("snapshot").returncode == 1
    Store.open(workspace).close()
    taken = run("snapshot")
    assert Path(taken.stdout.strip()).parent == workspace.root / "snapshots"
    workspace.database.unlink()
    done = run("restore", "latest")
    assert done.stdout == "restored: 0 decisions, 0 of them from the snapshot\n"
    assert workspace.database.exists()
    assert "There is no snapshot 'yesterday'" in run("restore", "yesterday").stderr


def test_a_password_is_set_from_the_command_line(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Accounts(workspace.root)
    session = opened.join(opened.set_up(), "Ada", "correct horse battery")
    for name, typed, said in (("Eve", "another horse", "There is no account 'Eve'"), ("ada", "short", "10 to 200")):
        monkeypatch.setattr(sys, "stdin", StringIO(f"{typed}\n"))
        refused = run("password", name)
        assert refused.returncode == 1 and said in refused.stderr
    monkeypatch.setattr(sys, "stdin", StringIO("another horse battery\n"))
    done = run("password", "ada")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert opened.who(session) is None
    assert opened.sign_in("Ada", "another horse battery")


def test_decisions_made_elsewhere_are_imported(workspace: Workspace, tmp_path: Path) -> None:
    write_job(workspace, range(3))
    assert run("doctor", "--rebuild").returncode == 0
    file = tmp_path / "theirs.jsonl"
    made = [decision(candidate(n).id, annotator="bea") for n in range(2)]
    file.write_text("".join(map(as_line, made)) + "oops\n", encoding="utf-8")
    refused = run("import-decisions", file)
    assert refused.returncode == 1
    assert "1 bad line. line 3: it is not a decision" in refused.stderr
    assert "2 decisions would be imported" in run("import-decisions", file, "--dry-run").stderr
    done = run("import-decisions", file, "--skip-bad")
    assert done.returncode == 0, done.stderr
    assert "left out: line 3" in done.stderr
    assert "2 decisions imported, 0 were here before" in done.stderr
    assert "0 decisions imported, 2 were here before" in run("import-decisions", file, "--skip-bad").stderr


def test_decisions_are_imported_right_after_candidates_were_made(workspace: Workspace, tmp_path: Path) -> None:
    write_job(workspace, range(3))  # the app was never opened
    file = tmp_path / "theirs.jsonl"
    file.write_text(as_line(decision(candidate(0).id, annotator="bea")), encoding="utf-8")
    done = run("import-decisions", file)
    assert done.returncode == 0, done.stderr
    assert "1 decision imported" in done.stderr


TREC = "0=description,1=entity,2=abbreviation,3=human,4=location,5=number"
SETS = {
    "trec": ("trec6/TREC.test.all", 500, ("--label-names", TREC)),
    "sst": ("sst2/stsa.binary.test", 1_821, ("--label-names", "0=negative,1=positive")),
}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("perturbation", ["word_deletion", "negation", "synonym_replacement"])
def test_real_questions_and_reviews_are_perturbed(name: str, perturbation: str, shared: Path, tmp_path: Path) -> None:
    file, size, _ = SETS[name]
    output = tmp_path / "out.jsonl"
    done = run(
        "perturb", "--perturbation", perturbation, "--pps", "2", "--seed", "1",
        "--input", shared / "datasets" / file, "--text", "text", "--output", output,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == size
    for row in rows:
        spans = [row["original"][piece["start"] : piece["end"]] for piece in row["pieces"]]
        assert "".join(piece["text"] for piece in row["pieces"]) == row["perturbed"]
        assert "".join(spans) == row["original"]
        assert row["applied"] == (row["perturbed"] != row["original"])
        assert row["edits"] <= 2
    # Few words of TREC's short questions have a synonym that means the same; names and terms have none.
    least = size / 20 if (name, perturbation) == ("trec", "synonym_replacement") else size / 4
    assert sum(row["applied"] for row in rows) > least


@pytest.mark.slow
def test_real_questions_are_imported_curated_from_and_evaluated(workspace: Workspace, shared: Path) -> None:
    trec = shared / "datasets" / "trec6"
    named = ("--name", "trec", "--task", "classification", "--label-names", TREC)
    for split, file in (("train", "TREC.train.all"), ("test", "TREC.test.all")):
        done = process("import", trec / file, *named, "--split", split, "--encoding", "latin-1")
        assert done.returncode == 0, done.stderr
    cell = ("--dataset", "trec", "--perturbation", "word_deletion", "--pps", "1", "--limit", "60")
    made = process("candidates", *cell, "--grammar", "harper")
    assert made.returncode == 0, made.stderr
    scored = process("evaluate", *cell, "--model", "cnn", "--train-limit", "600", "--device", "cpu")
    assert scored.returncode == 0, scored.stderr
    header, *rows = (line.split("\t") for line in scored.stdout.splitlines())
    found = {(row[1], row[3]): float(row[4]) for row in rows}
    assert header[:4] == ["model", "perturbation", "severity", "metric"]
    assert found["", "accuracy"] > 0.4  # six classes: chance is about 0.2
    assert 0 < found["word_deletion", "kappa"] <= 1
    assert found["word_deletion", "share_perturbed"] > 0.9


def test_a_command_that_was_stopped_goes_on_when_it_is_given_again(workspace: Workspace) -> None:
    asked = ("candidates", "--dataset", "demo-questions", "--perturbation", "word_deletion@1", "--limit", "5")
    words = (*asked, "--similarity", "off", "--grammar", "off")
    assert run(*words).returncode == 0
    [first] = jobs(workspace)
    end(workspace.jobs / first.id, JobState.CANCELLED)
    assert run("jobs").stdout.split("\t")[:3] == [first.id, "cancelled", "candidates"]
    done = run(*words)
    assert done.returncode == 0
    assert f"Resuming {first.id}" in done.stderr
    assert [(job.id, job.state) for job in jobs(workspace)] == [(first.id, JobState.DONE)]
    end(workspace.jobs / first.id, JobState.FAILED, "The disk is full.")
    assert run(*words, "--again").returncode == 0
    assert len(jobs(workspace)) == 2
    assert run(*words[:-1], "harper", "--limit", "6").returncode == 0  # asked for something else: another job
    assert len(jobs(workspace)) == 3


def test_jobs_are_resumed_and_deleted_by_name(workspace: Workspace) -> None:
    words = ("--dataset", "demo-questions", "--perturbation", "word_deletion@1", "--limit", "5")
    assert run("candidates", *words, "--similarity", "off", "--grammar", "off").returncode == 0
    [job] = jobs(workspace)
    refused = run("jobs", "resume", job.id)
    assert refused.returncode == 1
    assert refused.stderr == f"flinch: The job {job.id} is done; there is nothing to resume.\n"
    end(workspace.jobs / job.id, JobState.LOST)
    assert run("jobs", "resume").returncode == 0
    assert jobs(workspace)[0].state is JobState.DONE
    assert run("jobs", "delete", job.id).stdout.startswith(f"{job.id}: Deleted")
    assert jobs(workspace) == []
    assert run("jobs", "cancel", job.id).returncode == 1
    assert run("jobs", "pause").returncode == 2
    assert run("runs").stdout == ""


def test_deleting_a_job_keeps_the_cells_that_people_decided_on(workspace: Workspace) -> None:
    words = ("--dataset", "demo-questions", "--perturbation", "word_deletion@1", "--limit", "5")
    assert run("candidates", *words, "--similarity", "off", "--grammar", "off").returncode == 0
    [job] = jobs(workspace)
    with opened_store(workspace) as store:
        [cell] = store.job_cells(workspace.jobs / job.id).unjudged
        store.record([decision(store.desk(cell, "ann")[0].candidate.id)])
    kept = "1 cell with decisions stays; 0 cells deleted."
    assert run("jobs", "delete", job.id).stdout == f"{job.id}: {kept}\n"
    assert Store.rebuild(workspace).unknown == 0
    assert [one.id for one in jobs(workspace)] == [job.id]


@pytest.mark.slow
def test_an_evaluation_that_was_interrupted_keeps_its_run(workspace: Workspace) -> None:
    asked = ("--dataset", "demo-questions", "--perturbation", "keyboard@5", "negation@1", "--train-limit", "400")
    words = ("evaluate", *asked, "--model", "cnn", "--device", "cpu")
    command = [sys.executable, "cli.py", *words]
    child = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=HEARS_SIGINT)
    assert child.stderr is not None
    for line in child.stderr:
        if "training" in line or "predicts" in line:
            child.send_signal(signal.SIGINT)
            break
    child.communicate(timeout=120)
    [stopped] = jobs(workspace)
    assert stopped.state is not JobState.DONE
    done = process(*words)
    assert done.returncode == 0, done.stderr
    assert f"Resuming {stopped.id}" in done.stderr
    assert run("runs").stdout.split("\t")[:3] == [stopped.id, "finished", "demo-questions/test"]
