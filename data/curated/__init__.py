"""Curated sets: what people kept, as a folder that others can use, check and make again."""
