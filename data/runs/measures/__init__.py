"""The figures of a run: how its cells are scored, and what several trainings of a model come to."""
