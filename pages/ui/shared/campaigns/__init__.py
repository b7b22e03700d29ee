"""What several pages say of campaigns."""
