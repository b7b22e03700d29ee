"""Campaigns as the store keeps them and hands out by them."""
