"""Snapshots: copies of logs, accounts and studies, taken while people work, to put a workspace right with."""
