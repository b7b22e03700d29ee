"""The human loop as pure logic: what to show next, what decisions mean, how far a quota is."""
