"""The papers' printed tables, as CSV and as records."""
