"""Campaigns as logic."""
