"""What the page Team draws."""
