"""How near Romero's perturbations come to what the thesis prints, under the rules of its program."""

from tools.bench.faithful.table import run as run
