"""A grid of any size and a file of predictions on all of it, written without making a single text.

`python -m tests.data.imported_predictions.large_grid FOLDER SAMPLES CONDITIONS` makes them, imports them, and says how
many megabytes that took at most.
"""

import csv
import resource
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Condition
from core.identity import content_id
from core.severity import Severity
from data.imported_predictions.importing import import_predictions
from data.variants.columns import schema_of
from data.variants.counts import Counts
from data.variants.files import Recipe, VariantFile
from data.workspace import Workspace

RECIPE = Recipe("large", "test", "", "", 0, 0, 1.0, ("text",))


def write_large(folder: Path, samples: int, conditions: int) -> Path:
    """The grid in this folder, and the path of a CSV file of its predictions with probabilities."""
    ids = [content_id("large", f"{n}") for n in range(samples)]
    gold = [("bad", "good")[n % 2] for n in range(samples)]
    schema, texts = schema_of(("text",), tagging=False), pa.array(["a text"] * samples)
    theirs = folder / "theirs.csv"
    with theirs.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["sample_id", "variant", "prediction", "p_bad", "p_good"])
        writer.writerows([id_, "original", label, 0.25, 0.75] for id_, label in zip(ids, gold, strict=True))
        for number in range(1, conditions + 1):
            condition = Condition("keyboard", Severity.parse(f"percent-characters-{number}"))
            known = {
                "id": pa.array(ids), "text": texts, "original_text": texts, "label": pa.array(gold),
                "perturbed": pa.array([n % 10 > 0 for n in range(samples)]),
                "variant_id": pa.array([content_id(id_, f"{number}") for id_ in ids]),
            }  # fmt: skip
            columns = [known.get(field.name, pa.nulls(samples, field.type)) for field in schema]
            file_of = VariantFile(
                folder, condition, RECIPE, Counts(samples, samples, sum(n % 10 > 0 for n in range(samples)))
            )
            path = folder / file_of.place
            path.parent.mkdir(parents=True)
            table = pa.Table.from_arrays(
                [column.cast(f.type) for column, f in zip(columns, schema, strict=True)], schema=schema
            )
            pq.write_table(table.replace_schema_metadata(file_of.footer()), path)
            writer.writerows([id_, condition.spelled, label, 0.25, 0.75] for id_, label in zip(ids, gold, strict=True))
    return theirs


if __name__ == "__main__":
    place = Path(sys.argv[1])
    if len(sys.argv) > 2:
        write_large(place, *map(int, sys.argv[2:]))
    else:
        workspace = Workspace(place / "workspace").prepare()
        done = import_predictions(workspace, [place / "theirs.csv"], "theirs", grid=place)
        assert not done.bad and not done.incomplete
        seen = resource.getrusage(resource.RUSAGE_SELF)
        print(seen.ru_maxrss // 1024, round(seen.ru_utime + seen.ru_stime))
