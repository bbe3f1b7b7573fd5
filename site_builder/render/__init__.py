"""Turns typed pages and documents into bytes."""
