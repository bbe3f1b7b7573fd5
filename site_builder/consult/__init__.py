"""The catalogue for others than readers of the site: the search of the terminal."""
