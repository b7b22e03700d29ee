"""Perturbations that delete, repeat or replace words."""
