"""Models that others serve, asked over HTTP, and the answers that are kept of them."""
