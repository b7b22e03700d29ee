"""Perturbations that need the grammar of a sentence, or change it as a whole."""
