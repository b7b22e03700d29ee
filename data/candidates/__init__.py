"""Candidates for people to judge, with hints: what a candidates job is asked, and what it makes."""
