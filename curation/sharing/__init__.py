"""What passes between teams: decisions brought from elsewhere, and the facts of a curated set."""
