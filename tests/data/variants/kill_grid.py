"""Run as a program: perturb the data set "ours" of the workspace into a folder, with two workers, until killed.

python -m tests.data.variants.kill_grid FOLDER
"""

import sys

from core.perturbations.registry import perturbations
from data.variants.export import perturb_dataset


def main() -> None:
    for perturbation in perturbations():
        perturb_dataset("ours", sys.argv[1], perturbations=perturbation.name, workers=2)


if __name__ == "__main__":
    main()
