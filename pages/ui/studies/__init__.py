"""What the page Studies draws."""
