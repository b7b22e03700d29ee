"""Snapshots: all tables as Parquet files, taken while people work, from which a workspace can be put right again."""
