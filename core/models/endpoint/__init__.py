"""A model behind an address that speaks the OpenAI chat protocol, asked for the label of each text, untrained."""
