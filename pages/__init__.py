"""The pages: one thin script each, which draws its controls, makes one call, and draws what comes back."""
