"""User studies on disk: what was designed, drawn, handed out and answered."""
