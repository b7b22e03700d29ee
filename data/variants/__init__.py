"""Variants: the perturbed samples of a design, made once, as Parquet files that everybody reads in place."""
