"""Decisions that were made elsewhere, brought into this store."""
