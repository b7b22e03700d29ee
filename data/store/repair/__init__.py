"""Making the store whole again: from the journal, the jobs' parts and the old database, and saying what is wrong."""
