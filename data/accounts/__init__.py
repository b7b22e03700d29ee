"""Who may come in: people with a role, how they sign in, the sessions they hold, invitations to others."""
