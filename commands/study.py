"""The commands `study …`: a user study without a browser, but for its participants."""

import csv
import sys
from pathlib import Path
from typing import Annotated

import typer

from core.errors import BadInput
from curation.study.design import StudyDesign
from curation.study.records import ParticipantState, StudyState
from data.workspace import Workspace

app = typer.Typer(
    help="User studies: make a study, invite participants, follow progress, export answers.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Id = Annotated[str, typer.Argument(help="The study's id, as `study status` lists it.")]
Address = Annotated[str, typer.Option(help="The app's address for participants.")]
HERE = "http://localhost:8501"


@app.callback()
def begin() -> None:
    from data.study.copies import heal

    heal(Workspace.current().root)


@app.command()
def new(
    design: Annotated[str, typer.Argument(help="A preset (moradi2021), or a TOML file.")],
    data: Annotated[
        list[str] | None, typer.Option(help="A split, such as trec/test; repeatable. Only for presets.")
    ] = None,
    participants: Annotated[int, typer.Option(help="Number of participants; 0 means the number in the design.")] = 0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print the design as TOML.")] = False,
) -> None:
    """Make a study: draw samples and share them among participants. Prints its id, and its balance on stderr."""
    from dataclasses import replace

    from data.setup.home import ready_workspace
    from data.study.studies import Studies
    from data.study.toml_form import design_as_toml

    asked = _design(design, data or [])
    asked = replace(asked, participants=participants) if participants else asked
    asked.check()
    if dry_run:
        typer.echo(design_as_toml(asked), nl=False)
        return
    studies = Studies(ready_workspace())
    id_ = studies.create(asked)
    study = studies.open(id_)
    typer.echo("\n".join((str(study.balance()), *study.notes)), err=True)
    typer.echo(id_)


@app.command()
def invite(
    study: Id,
    n: Annotated[int, typer.Argument(help="Number of participants.")] = 1,
    everybody: Annotated[
        bool, typer.Option("--open", help="One link for the first n people who agree to take part.")
    ] = False,
    address: Address = HERE,
) -> None:
    """Print links for participants as CSV. Flinch does not store links and can't show them again."""
    from data.study.studies import Studies

    opened = Studies(Workspace.current()).open(study)
    made = [(f"the first {n} who agree to take part", opened.open_link(n))] if everybody else opened.invite(n)
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("participant", "link"))
    rows.writerows((who, f"{address.rstrip('/')}/study?t={token}") for who, token in made)


@app.command()
def status(study: Annotated[str, typer.Argument(help="A study's id (default: all studies).")] = "") -> None:
    """List studies, or the participants of one. Columns: name, state, items done, all items, time of last answer."""
    from data.study.studies import Studies

    studies = Studies(Workspace.current())
    if not study:
        for id_ in studies.ids():
            opened = studies.open(id_)
            done = sum(person.state is ParticipantState.FINISHED for person in opened.participants())
            typer.echo(f"{id_}\t{opened.state}\t{done}/{opened.design.participants}\t{opened.design.title}")
        return
    for person in studies.open(study).participants():
        last = f"{person.last:%Y-%m-%d %H:%M}" if person.last else ""
        typer.echo(f"{person.id}\t{person.state}\t{person.done}\t{person.total}\t{last}")


@app.command()
def export(
    study: Id,
    into: Annotated[Path, typer.Argument(help="The output folder; created if missing.")],
    texts: Annotated[bool, typer.Option("--texts", help="Include the judged texts.")] = False,
    own_words: Annotated[bool, typer.Option("--own-words", help="Include free-text answers.")] = False,
) -> None:
    """Write the answers as CSV and Parquet. They have no names; a codebook explains the columns."""
    from data.store.export import write_export
    from data.study.studies import Studies
    from data.study_results.codebook import codebook_table
    from data.study_results.exporting import judgements_table, responses_table

    opened = Studies(Workspace.current()).open(study)
    tables = {
        "judgements": judgements_table(opened, texts),
        "questionnaires": responses_table(opened, own_words),
        "codebook": codebook_table(opened.design),
    }
    for name, table in tables.items():
        for ending in ("csv", "parquet"):
            write_export(into / f"{name}.{ending}", table)
        typer.echo(f"{into / name}.csv, .parquet: {table.num_rows:,} rows", err=True)


@app.command()
def close(
    study: Id,
    pause: Annotated[bool, typer.Option("--pause", help="Pause the study; you can reopen it later.")] = False,
    reopen: Annotated[bool, typer.Option("--reopen", help="Reopen the study for answers.")] = False,
) -> None:
    """Close, pause or reopen a study. A closed study takes no more answers."""
    from data.study.studies import Studies

    if pause and reopen:
        raise BadInput("A study can't be paused and reopened at once; give either --pause or --reopen.")
    state = StudyState.PAUSED if pause else StudyState.OPEN if reopen else StudyState.CLOSED
    Studies(Workspace.current()).open(study).set_state(state)
    typer.echo(f"{study} is {state}.", err=True)


def _design(spelled: str, data: list[str]) -> StudyDesign:
    """The preset of this name on this data, or the design in the file."""
    from curation.study.presets import PRESETS, preset
    from data.study.toml_form import design_of_toml

    if spelled in PRESETS:
        if not data:
            raise BadInput(f"{spelled} needs data sets; name their splits with --data, such as --data trec/test.")
        return preset(spelled, data)
    if data:
        raise BadInput("The TOML file already names the data sets; change them in the file and leave out --data.")
    try:
        return design_of_toml(Path(spelled).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"{spelled!r} is neither a preset ({', '.join(PRESETS)}) nor a file that can be read."
        ) from error
