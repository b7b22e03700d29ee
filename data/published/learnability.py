"""What Zhang et al. 2022 print of learnability: Tables 2, 5 and 6, and the correlations of Tables 3 and 4."""

from dataclasses import dataclass

from data.published.tables import rows_of_file


@dataclass(frozen=True, slots=True)
class PublishedLearnability:
    """The average learnability of a perturbation for a model; the models' mean has the name "average over models"."""

    perturbation: str
    model: str
    value: float


def published_learnability(dataset: str) -> list[PublishedLearnability]:
    """The table of IMDB, YELP or QQP, in printed order."""
    rows = [row for row in rows_of_file("learnability_tables.csv") if row["dataset"] == dataset]
    return [
        PublishedLearnability(row["perturbation"], row["model"].replace("_", " "), float(row["average_learnability"]))
        for row in rows
    ]


def published_correlations() -> dict[str, dict[str, str]]:
    """By data set, how average learnability goes together with "robustness" and "post_augmentation": "-0.643*"."""
    by_dataset: dict[str, dict[str, str]] = {}
    for row in rows_of_file("learnability_correlations.csv"):
        if row["table"] == "3":
            star = "*" if row["significant_star"] == "1" else ""
            by_dataset.setdefault(row["dataset"], {})[row["statistic"]] = f"{row['value']}{star}"
    return by_dataset
