"""Flinch without a browser: the same calls for servers and scripts.

Exit codes: 0 done, 1 failed, 2 bad usage. Errors are one line on stderr; results go to stdout or to files.
"""

import json
import os
import sys
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from core.errors import BadInput, MissingResource
from core.perturbations.registry import find, listed, perturbations
from core.records import Task
from core.severity import Severity, Unit
from data.workspace import Workspace

app = typer.Typer(
    help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)
SEVERAL = ("--model", "--perturbation", "--pps")
Dataset = Annotated[str, typer.Option(help="A data set of the workspace.")]
Perturbations = Annotated[list[str], typer.Option("--perturbation", help="Its name; repeat for several.")]
PpsValues = Annotated[list[int], typer.Option("--pps", help="Severity: at most N a sample; repeat for several.")]
Split = Annotated[str, typer.Option(help="Which split.")]
Seed = Annotated[int, typer.Option(help="Another seed, another choice of words.")]
Limit = Annotated[int, typer.Option(help="At most this many samples; 0 for all.")]
Encoding = Annotated[str, typer.Option(help="How the file writes characters, such as latin-1.")]
Format = Annotated[str | None, typer.Option("--format", help="tsv, csv, jsonl, parquet, conll or labelled-lines.")]


@app.command("perturbations")
def list_perturbations(as_json: Annotated[bool, typer.Option("--json", help="One JSON list.")] = False) -> None:
    """List every perturbation: name, level, severity unit, whether it alters meaning, source paper."""
    told = ("name", "level", "unit", "values", "alters_meaning", "source", "summary")
    rows = [{key: getattr(p, key) for key in told} for p in perturbations()]
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    for p in perturbations():
        meaning = "alters meaning" if p.alters_meaning else "keeps meaning"
        typer.echo(f"{p.name:26} {p.level:10} {p.unit:18} {' '.join(map(str, p.values)):18} {meaning:15} {p.source}")


@app.command("import")
def import_data(
    file: Annotated[Path, typer.Argument(help="The file to read.")],
    name: Annotated[str, typer.Option(help="What to call the data set.")],
    task: Annotated[Task, typer.Option(help="What a model is asked of a sample.")],
    split: Split = "test",
    text: Annotated[list[str] | None, typer.Option(help="A column of text; give it twice for pairs.")] = None,
    label: Annotated[str | None, typer.Option(help="The column of gold labels.")] = None,
    file_format: Format = None,
    encoding: Encoding = "utf-8",
    label_names: Annotated[str, typer.Option(help='Names for coded labels: "0=negative,1=positive".')] = "",
    skip_bad_rows: Annotated[bool, typer.Option(help="Leave bad rows out instead of refusing the file.")] = False,
    replace: Annotated[bool, typer.Option(help="Replace this split if the data set has it.")] = False,
) -> None:
    """Import a file as a data set: map its columns, name its bad rows, store it in the workspace."""
    from data.importing import import_file, parse_label_names

    result = import_file(
        Workspace.current().prepare(),
        file,
        name,
        task,
        split,
        tuple(text or ()),
        label,
        format=file_format,
        encoding=encoding,
        label_names=parse_label_names(label_names),
        on_bad="skip" if skip_bad_rows else "refuse",
        replace=replace,
    )
    for bad in result.bad_rows:
        typer.echo(f"skipped: {bad}", err=True)
    labels = ", ".join(result.card.labels) or "none"
    typer.echo(f"{name} ({split}): {result.imported:,} samples, {result.bad:,} rows skipped, labels: {labels}")


@app.command()
def perturb(
    perturbation: Annotated[str, typer.Option(help="Its name, as `perturbations` lists it.")],
    file: Annotated[Path, typer.Option("--input", help="The file to read.")],
    text: Annotated[str, typer.Option(help="The column to perturb.")],
    pps: Annotated[int | None, typer.Option(help="Severity: at most N perturbations per sample.")] = None,
    percent: Annotated[float | None, typer.Option(help="Severity: P per cent of characters or words.")] = None,
    seed: Seed = 0,
    output: Annotated[Path | None, typer.Option(help="A .jsonl file; stdout when left out.")] = None,
    file_format: Format = None,
    encoding: Encoding = "utf-8",
    replace: Annotated[bool, typer.Option(help="Overwrite the output file.")] = False,
) -> None:
    """Perturb one column of a file: one JSON object a line (id, original, perturbed, applied, edits, pieces)."""
    from data.importing import text_column
    from data.perturb_file import new_file, perturbed_rows
    from data.resources import perturber

    severity = _severity(perturbation, pps, percent)
    rows = perturbed_rows(text_column(file, text, file_format, encoding), perturber(), perturbation, severity, seed)
    if output is None:
        for row in rows:
            typer.echo(row.as_json())
        return
    applied = total = 0
    with new_file(output, replace) as out:
        for row in rows:
            out.write(row.as_json().encode() + b"\n")
            total += 1
            applied += row.rewrite is not None
    typer.echo(f"{output}: {total:,} rows, {applied:,} perturbed, {total - applied:,} not applicable", err=True)


def _severity(name: str, pps: int | None, percent: float | None) -> Severity:
    """The severity the flags ask for; raises typer.BadParameter, exit code 2, for what is wrong with them."""
    if (pps is None) == (percent is None):
        raise typer.BadParameter("give either --pps N or --percent P.")
    try:
        wanted = find(name)
        percents = Unit.PERCENT_WORDS if wanted.unit is Unit.PERCENT_WORDS else Unit.PERCENT_CHARACTERS
        severity = Severity(percents, percent or 0) if pps is None else Severity(Unit.PPS, pps)
        wanted.check(severity)
    except BadInput as error:
        raise typer.BadParameter(str(error)) from error
    return severity


@app.command()
def candidates(
    dataset: Dataset,
    perturbation: Perturbations,
    pps: PpsValues,
    split: Split = "test",
    seed: Seed = 0,
    limit: Limit = 0,
    similarity: Annotated[str, typer.Option(help="default, off, or a sentence-transformers model.")] = "default",
    grammar: Annotated[str, typer.Option(help="auto, languagetool, harper or off.")] = "auto",
) -> None:
    """Make candidates with hints for people to review, as the Prepare page does."""
    from data.candidates import spec_for

    keys = [severity.key for severity in _severities(perturbation, pps)]
    arguments = spec_for(dataset, split, perturbation, keys, seed, limit, similarity, grammar)
    _run("candidates", f"Candidates for {dataset}", arguments)


@app.command()
def evaluate(
    dataset: Dataset,
    model: Annotated[list[str], typer.Option(help="minilm, cnn, a hub name or a folder; repeat for several.")],
    perturbation: Perturbations,
    pps: PpsValues,
    split: Split = "test",
    train_split: Split = "train",
    train_limit: Annotated[int, typer.Option(help="Fine-tune on at most this many samples; 0 for all.")] = 0,
    limit: Limit = 0,
    seed: Seed = 0,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
) -> None:
    """Fine-tune models and score them on original and perturbed text: a line of tab-separated values a score."""
    from core.models.spec import default_spec
    from data.evaluation import Evaluation
    from data.runs import scores

    severities = _severities(perturbation, pps)
    specs = tuple(default_spec(path, train_limit, seed) for path in model)
    asked = Evaluation(
        dataset, split, specs, tuple(perturbation), severities, train_split, seed=seed, device=device, limit=limit
    )
    run_id = _run("evaluate", f"Evaluation on {dataset}", asked.arguments())
    typer.echo("model\tperturbation\tseverity\tmetric\tvalue\tn\tlow\thigh")
    for score in scores(Workspace.current(), run_id):
        numbers = f"{score.value:.4f}\t{score.n}\t{score.low:.4f}\t{score.high:.4f}"
        typer.echo(f"{score.model}\t{score.perturbation}\t{score.severity or ''}\t{score.metric}\t{numbers}")


@app.command()
def export(
    what: Annotated[str, typer.Argument(help="decisions, curated or checked.")],
    output: Annotated[Path, typer.Option(help="A .csv, .jsonl or .parquet file.")],
) -> None:
    """Write decisions, curated samples, or the samples checked until the quota, to a file."""
    from data.export import Export, export_table, write_export
    from data.store import Store

    if what not in list(Export):
        raise typer.BadParameter(f"there is no export {what!r}; choose {listed(Export)}.")
    store = Store.open(Workspace.current().prepare())
    try:
        table = export_table(store, Export(what))
    finally:
        store.close()
    write_export(output, table)
    typer.echo(f"{output}: {table.num_rows:,} rows")


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON list.")] = False,
    install_languagetool: Annotated[bool, typer.Option(help="Download LanguageTool, about 250 MB.")] = False,
    rebuild: Annotated[bool, typer.Option(help="Make the database again from journal and jobs.")] = False,
) -> None:
    """Say what is installed, which hint engines would speak, whether the database is healthy, and what to do."""
    workspace = Workspace.current().prepare()
    if install_languagetool:
        from data.languagetool_install import install_languagetool as install

        install(lambda done, total: typer.echo(f"{done / 1e6:.0f} of {total / 1e6:.0f} MB", err=True))
    if rebuild:
        from data.store import Store

        rebuilt = Store.rebuild(workspace)
        old = f"; the old database is kept as {rebuilt.kept.name}" if rebuilt.kept else ""
        typer.echo(f"rebuilt: {rebuilt.decisions:,} decisions, {rebuilt.parts:,} parts of jobs{old}")
        for line in rebuilt.skipped:
            typer.echo(f"skipped: {line}", err=True)
    from data.doctor import examine

    findings = examine(workspace)
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        for finding in findings:
            remedy = f" To do: {finding.remedy}" if finding.remedy else ""
            typer.echo(f"{'ok ' if finding.ok else 'NOT'}  {finding.subject}: {finding.said}{remedy}")
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


@app.command()
def bench(
    what: Annotated[list[str] | None, typer.Argument(help="perturb, fuzz, hints, store, desk, app; else all.")] = None,
    sentences: Annotated[Path | None, typer.Option(help="A file of sentences, one a line; else our demo's.")] = None,
    peers: Annotated[bool, typer.Option("--peers", help="perturb: measure nlpaug and checklist too.")] = False,
    peers_env: Annotated[Path | None, typer.Option(help="Where to install those; else in the workspace.")] = None,
    nltk_data: Annotated[Path | None, typer.Option(help="A folder with NLTK's tagger, as a zip, for nlpaug.")] = None,
    fuzzed: Annotated[int, typer.Option(help="fuzz: at most so many texts.")] = 1_000_000,
    seconds: Annotated[float, typer.Option(help="fuzz: at most so long.")] = 60,
) -> None:
    """Measure: sentences a second, candidates a minute, decision latency, key to next sample."""
    from data.bench import BENCHES, Options, measure

    for name in what or BENCHES:
        if name not in BENCHES:
            raise typer.BadParameter(f"there is no bench {name!r}; choose {listed(BENCHES)}.")
    folder = str((peers_env or Workspace.current().root / ".peers").resolve()) if peers or peers_env else None
    options = Options(folder, str(nltk_data.resolve()) if nltk_data else None, fuzzed, seconds)
    measure(what or list(BENCHES), sentences and sentences.resolve(), typer.echo, options)


def _severities(names: list[str], values: list[int]) -> tuple[Severity, ...]:
    """These PPS, each checked against each perturbation."""
    return tuple(dict.fromkeys(_severity(name, n, None) for n in values for name in names))


def _run(kind: str, title: str, arguments: dict[str, object]) -> str:
    """Do the job in this process, progress on stderr; returns its id. An empty workspace gets the demo data."""
    from data.demo import ensure_demo
    from data.job import run_inline

    workspace = Workspace.current().prepare()
    ensure_demo(workspace)
    said = ""

    def told(done: int, total: int, message: str) -> None:
        nonlocal said
        line = f"{100 * done // total if total else 0:3} %  {message}"
        if line != said:
            typer.echo(line, err=True)
        said = line

    with redirect_stdout(sys.stderr):  # what a job says is its log; stdout is for results
        return run_inline(workspace, kind, title, arguments, told)


def repeated(words: list[str]) -> list[str]:
    """`--pps 1 2` as `--pps 1 --pps 2`, where an option of `evaluate` or `candidates` may be given several times."""
    option, made = "", list[str]()
    for i, word in enumerate(words):
        again = option in SEVERAL and not word.startswith("-") and words[0] in ("evaluate", "candidates")
        made += [option, word] if again and words[i - 1] != option else [word]
        option = word if word.startswith("-") else option
    return made


def main() -> int:
    """Run the command line; returns the exit code."""
    try:
        found = app(repeated(sys.argv[1:]) or ["--help"], standalone_mode=False)
        return found if isinstance(found, int) else 0
    except typer.TyperException as error:
        sentence, code = error.format_message(), error.exit_code
    except (BadInput, MissingResource) as error:
        sentence, code = str(error), 1
    except (KeyboardInterrupt, typer.Abort):
        sentence, code = "stopped.", 1
    except BrokenPipeError:
        return 0
    except Exception as error:
        if os.environ.get("FLINCH_DEBUG"):
            raise
        sentence, code = f"Something went wrong ({type(error).__name__}: {error}); FLINCH_DEBUG=1 shows where.", 1
    print("flinch: " + " ".join(sentence.split()), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
