"""Run as a program: perturb so many made-up sentences with two workers and print the most memory used, in MB.

python -m tests.data.variants.grid_memory SENTENCES FOLDER
"""

import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from core.records import Sample, TextField
from data.variants.export import perturb_dataset

CHOSEN = ["word_deletion@1", "word_repetition@4", "word_class_removal@NOUN", "word_case@100"]
UNIT = 1 << 20 if sys.platform == "darwin" else 1 << 10


def main() -> None:
    count, folder = int(sys.argv[1]), sys.argv[2]
    texts = (f"It was a good film, number {i}, about an old city" for i in range(count))
    samples = (Sample("many", "test", (TextField("text", text),), "yes") for text in texts)
    perturb_dataset(samples, folder, perturbations=CHOSEN, workers=2)
    print(getrusage(RUSAGE_SELF).ru_maxrss // UNIT, getrusage(RUSAGE_CHILDREN).ru_maxrss // UNIT)


if __name__ == "__main__":
    main()
