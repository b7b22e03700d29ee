"""A whole paper's predictions on the device at hand: how long they take, how busy a GPU is, whether they hold."""

from tools.bench.grid.measured import run as run
