"""Campaigns on the page Prepare: what is to be curated, and how."""
