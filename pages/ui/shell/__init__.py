"""What surrounds every page: navigation, session, errors, theme."""
