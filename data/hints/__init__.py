"""The hint engines: LanguageTool and its Java server, Harper, the choice between them, and the hint server."""
