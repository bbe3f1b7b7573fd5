"""What the search box in the header of a page is made from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchBox:
    """Links of the box, relative to its page.

    `action` is the search page, which answers when scripts are off. `root` leads to the site's top
    folder, where the paths of the index start. `rank` and `index` are the scripts that the box
    loads when somebody begins to type. `example` is a name worth typing.
    """

    action: str
    root: str
    rank: str
    index: str
    example: str
