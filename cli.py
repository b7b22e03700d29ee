"""Use Flinch without a browser, on servers and in scripts.

Exit codes: 0 done, 1 failed, 2 bad usage. An error is one line on stderr; results go to stdout or to files.
"""

import os
import sys
from errno import EDQUOT, ENOSPC

import typer

from commands import (
    campaigns,
    decisions,
    experiments,
    files,
    gate,
    grid,
    jobs,
    predictions,
    reports,
    safety,
    serving,
    sets,
    study,
    upkeep,
)
from core.errors import BadInput, MissingResource
from data.plugins import load_plugins

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}
app = typer.Typer(
    help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)
app.command("app", context_settings=PASSED_ON)(serving.open_app)
app.command("perturbations")(files.list_perturbations)
app.command("import")(files.import_data)
app.command("positive-label")(files.positive_label)
app.command()(files.perturb)
app.command("perturb-dataset")(grid.perturb_dataset)
app.command()(jobs.candidates)
app.command()(jobs.evaluate)
app.command()(experiments.experiment)
app.command()(experiments.experiments)
app.command()(jobs.jobs)
app.command()(jobs.runs)
app.command("import-predictions")(predictions.import_predictions)
app.command("selection-score")(predictions.selection_score)
app.command()(reports.scores)
app.command()(reports.flips)
app.command()(reports.worst)
app.command()(reports.card)
app.command()(gate.check)
app.command()(upkeep.export)
app.command("export-set")(sets.export_set)
app.command("rebuild-set")(sets.rebuild_set)
app.command("import-set")(sets.import_set)
app.command("import-decisions")(decisions.import_decisions)
app.command()(campaigns.campaign)
app.command()(upkeep.doctor)
app.command()(safety.snapshot)
app.command()(safety.restore)
app.command()(upkeep.password)
app.command()(upkeep.bench)
app.add_typer(study.app, name="study")

INTERRUPTED = 130  # what typer makes of Ctrl-C
SEVERAL = {  # options that may have several values after them
    "candidates": ("--perturbation", "--severity", "--pps"),
    "evaluate": ("--model", "--models", "--perturbation", "--severity", "--pps"),
    "experiment": ("--model", "--models", "--perturbation", "--share"),
    "card": ("--model",),
    "check": ("--model", "--perturbation"),
    "flips": ("--model", "--perturbation"),
    "perturb-dataset": ("--perturbation", "--severity", "--split", "--field"),
}


def repeated(words: list[str]) -> list[str]:
    """`--pps 1 2` as `--pps 1 --pps 2`, where an option may be given several times."""
    option, expanded = "", list[str]()
    several = SEVERAL.get(words[0], ()) if words else ()
    for i, word in enumerate(words):
        again = option in several and not word.startswith("-")
        expanded += [option, word] if again and words[i - 1] != option else [word]
        option = word if word.startswith("-") else option
    return expanded


def unforeseen(error: Exception) -> str:
    """A sentence for what nobody thought of: of a file its name and what to do, of anything else what it is."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        mend = "free some space or allow writing, then try again"
        return f"{str(error.filename)!r} can't be used ({error.strerror}); {mend}."
    if isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT):
        return "The disk is full; free some space, then give the command again."
    return f"Something went wrong ({type(error).__name__}: {error}). Set FLINCH_DEBUG=1 to see where."


def main() -> int:
    """Run the command line; returns the exit code."""
    try:
        load_plugins()
        result = app(repeated(sys.argv[1:]) or ["--help"], standalone_mode=False)
        if result == INTERRUPTED:
            raise KeyboardInterrupt
        return result if isinstance(result, int) else 0
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
        sentence, code = unforeseen(error), 1
    print("flinch: " + " ".join(sentence.split()), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
