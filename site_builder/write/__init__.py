"""Bytes into the output folder: only what changed, nothing torn, nothing of anybody else's."""
