"""Qt models over data of the engine."""
