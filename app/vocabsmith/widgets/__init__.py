"""Reusable parts of the window. None of them knows the application."""
