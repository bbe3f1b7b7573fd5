"""From nodes to a checked catalogue: shapes, meaning, and every mistake at its place."""
