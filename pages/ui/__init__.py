"""What the pages are made of: a folder for each page, and what they share."""
