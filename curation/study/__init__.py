"""User studies as logic: what is asked of whom, and what a participant sees next."""
