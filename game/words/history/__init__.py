"""What is told of games that have ended."""
