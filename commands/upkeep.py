"""Commands that look after the workspace: take results away, say what is so, measure."""

import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from core.perturbations.registry import listed
from data.workspace import Workspace


def export(
    what: Annotated[str, typer.Argument(help="decisions, curated or checked.")],
    output: Annotated[Path, typer.Option(help="A .csv, .jsonl or .parquet file.")],
) -> None:
    """Export decisions or samples to a file. Samples are the curated ones, or those checked to reach the quota."""
    from data.store.export import Export, take_away

    if what not in list(Export):
        raise typer.BadParameter(f"there is no export {what!r}; choose {listed(Export)}.")
    table = take_away(Workspace.current(), Export(what), output)
    typer.echo(f"{output}: {table.num_rows:,} rows")


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON list.")] = False,
    install_languagetool: Annotated[bool, typer.Option(help="Download LanguageTool, about 250 MB.")] = False,
    rebuild: Annotated[bool, typer.Option(help="Rebuild the database from the logs and jobs.")] = False,
) -> None:
    """Check the installation and the workspace. Lists what is installed, hint engines, database, and what to do."""
    workspace = Workspace.current()
    if install_languagetool or rebuild:
        workspace.prepare()  # what only looks says itself that the workspace can't be written
    if install_languagetool:
        from data.setup.languagetool_install import install_languagetool as install

        install(lambda done, total: typer.echo(f"{done / 1e6:.0f} of {total / 1e6:.0f} MB", err=True))
    if rebuild:
        _rebuild(workspace)
    from data.setup.doctor import examine

    findings = examine(workspace)
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        for finding in findings:
            remedy = f" To do: {finding.remedy}" if finding.remedy else ""
            typer.echo(f"{'ok ' if finding.ok else 'NOT'}  {finding.subject}: {finding.summary}{remedy}")
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def password(name: Annotated[str, typer.Argument(help="The account's name, as on the page Team.")]) -> None:
    """Set a new password for an account. You type it, or stdin has it. Its sessions end. The app may be running."""
    from data.accounts.accounts import Accounts

    opened = Accounts(Workspace.current().root)
    account = opened.named(name)
    asked = partial(typer.prompt, "New password", hide_input=True, confirmation_prompt=True, err=True)
    opened.set_password(account.name, asked() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n"))
    typer.echo(f"{account.name} has a new password and is signed out everywhere", err=True)


def _rebuild(workspace: Workspace) -> None:
    from data.store import Store

    rebuilt = Store.rebuild(workspace)
    old = f"; the old database is kept as {rebuilt.kept.name}" if rebuilt.kept else ""
    typer.echo(f"rebuilt: {rebuilt.decisions:,} decisions, {rebuilt.parts:,} parts of jobs{old}")
    for line in rebuilt.skipped:
        typer.echo(f"skipped: {line}", err=True)


def bench(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            help="perturb, peers, fuzz, grammar, hints, store, desk, app; only when named: scale, intervals, faithful, "
            "evaluate, grid, experiment, curation, study"
        ),
    ] = None,
    sentences: Annotated[
        Path | None, typer.Option(help="A file with one sentence per line (default: the demo's).")
    ] = None,
    peers: Annotated[bool, typer.Option("--peers", help="perturb: measure nlpaug and checklist too.")] = False,
    peers_env: Annotated[Path | None, typer.Option(help="Where to install these two (default: the workspace).")] = None,
    nltk_data: Annotated[Path | None, typer.Option(help="A folder with NLTK's tagger, as a zip, for nlpaug.")] = None,
    fuzzed: Annotated[int, typer.Option(help="fuzz: maximum number of texts.")] = 1_000_000,
    seconds: Annotated[float, typer.Option(help="fuzz: maximum time in seconds.")] = 60,
    texts: Annotated[int, typer.Option(help="evaluate: number of texts of a grid.")] = 6_000,
    repeats: Annotated[int, typer.Option(help="evaluate: number of repeats.")] = 1,
    rows: Annotated[int, typer.Option(min=1, help="grid: number of sentences.")] = 25_637,
    gpu_check: Annotated[
        bool, typer.Option("--gpu-check", help="grid: measure this GPU within ten minutes; also train twice.")
    ] = False,
    trainings: Annotated[
        int, typer.Option(min=0, help="experiment: approximate number of trainings; 0 means all 219.")
    ] = 0,
    trained: Annotated[int, typer.Option(min=40, help="experiment: number of training texts.")] = 1_000,
    offline: Annotated[bool, typer.Option("--offline", help="curation: only measurements without a browser.")] = False,
    sst2: Annotated[list[Path] | None, typer.Option(help="faithful: SST-2's test sentences.")] = None,
    cola: Annotated[list[Path] | None, typer.Option(help="faithful: CoLA's dev sentences; repeatable.")] = None,
    hsol: Annotated[list[Path] | None, typer.Option(help="faithful: HSOL's tweets.")] = None,
) -> None:
    """Measure how fast Flinch is. Examples: sentences per second, candidates per minute, time from key to sample."""
    from tools.bench.bench import BENCHES, Options, chosen, measure

    for name in what or BENCHES:
        if name not in BENCHES:
            raise typer.BadParameter(f"there is no bench {name!r}; choose {listed(BENCHES)}.")
    with_peers = peers or peers_env is not None
    names = chosen(what or [], with_peers)
    home = peers_env or Workspace.current().root / ".peers"
    folder = str(home.resolve()) if with_peers or "peers" in names else None
    files = {
        name: [str(path.resolve()) for path in paths or []]
        for name, paths in (("SST-2", sst2), ("CoLA", cola), ("HSOL", hsol))
    }
    tagger = str(nltk_data.resolve()) if nltk_data else None
    options = Options(
        folder, tagger, fuzzed, seconds, files, texts, repeats, rows, gpu_check, trainings, trained, offline
    )
    measure(names, sentences and sentences.resolve(), typer.echo, options)
