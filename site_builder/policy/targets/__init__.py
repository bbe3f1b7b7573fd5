"""The enforcement points: one module each, and one tuple that lists them."""

from __future__ import annotations

from site_builder.policy.block import Target
from site_builder.policy.targets import claude_code, intercept, policylayer

TARGETS: tuple[Target, ...] = (policylayer.TARGET, intercept.TARGET, claude_code.TARGET)
"""Every target, in the order that pages show them."""


def target(id: str) -> Target:  # noqa: A002 - the word that records and flags use for it
    """The target called `id`.

    Raises:
        KeyError: there is none of that name.
    """
    found = next((one for one in TARGETS if one.id == id), None)
    if found is None:
        raise KeyError(id)
    return found
