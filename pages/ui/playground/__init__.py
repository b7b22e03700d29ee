"""Playground: one text under any perturbations, and the same as a script or a command."""
