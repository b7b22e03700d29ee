"""Campaigns in a real browser."""
