"""The verification layer: reads rules out of documents and compares them with the engine."""
