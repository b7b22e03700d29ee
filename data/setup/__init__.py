"""What is installed, what is not, and how to get it."""
