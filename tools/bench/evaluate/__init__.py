"""How fast a grid is predicted, beside what people use today."""

from tools.bench.evaluate.table import run as run
