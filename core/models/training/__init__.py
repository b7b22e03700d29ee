"""How a network is fine-tuned: the loop, its state on disk, collapse, the grid of trainings, recipes."""
