"""Campaigns: what is curated and how, who is handed what of a cell, and whether hints sway people."""
