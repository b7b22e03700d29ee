"""Triage in the store: what is known of candidates, the model that is fitted of decisions, in a process of its own."""
