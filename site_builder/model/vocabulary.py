"""The closed vocabularies of records and pages, spelled as records spell them."""

from __future__ import annotations

from enum import StrEnum


class _Ranked(StrEnum):
    """A vocabulary whose members are listed from the least to the most."""

    @property
    def rank(self) -> int:
        """The member's place in the list, from 0: members compare as text, ranks order them."""
        return list(type(self)).index(self)


class Category(_Ranked):
    """What a tool does at its worst; the headline is the highest of a tool's capabilities."""

    READ = "read"
    WRITE = "write"
    EXECUTE = "execute"
    DESTRUCTIVE = "destructive"
    FINANCIAL = "financial"


class SeverityLevel(_Ranked):
    """How bad the worst outcome of a call is: a band of points that stated factors add up to."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Verdict(_Ranked):
    """What a policy says of a call, from the strictest to the most permissive."""

    DENY = "deny"
    REQUIRE_APPROVAL = "require-approval"
    RATE_LIMIT = "rate-limit"
    ALLOW = "allow"


class Window(StrEnum):
    """The period that a limit counts calls over, as the enforcing engine counts it."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"


class Operator(StrEnum):
    """How a condition compares an argument with its value."""

    EQ = "eq"
    NEQ = "neq"
    LT = "lt"
    LTE = "lte"
    GT = "gt"
    GTE = "gte"
    IN = "in"
    NOT_IN = "not_in"
    EXISTS = "exists"
    REGEX = "regex"
    CONTAINS = "contains"


class Status(StrEnum):
    """Where a record stands in review; "drifted" and "needs review" are computed, not written."""

    DRAFT = "draft"
    REVIEWED = "reviewed"
    DISPUTED = "disputed"
    WITHDRAWN = "withdrawn"


class AuthPosture(StrEnum):
    """What a server asks of its caller, and with what it acts."""

    NONE = "none"
    API_KEY = "api-key"
    OAUTH = "oauth"
    OAUTH_SCOPED = "oauth-scoped"
    CREDENTIALS = "credentials"
    UNKNOWN = "unknown"


class CaptureMethod(StrEnum):
    """How a server's tool list was obtained."""

    INTROSPECTED = "introspected"
    SOURCE = "source"
    README = "readme"


class Transport(StrEnum):
    """The transports of the MCP specification, newest name first."""

    STDIO = "stdio"
    STREAMABLE_HTTP = "streamable-http"
    SSE = "sse"


class ParameterKind(StrEnum):
    """What an argument lets a caller choose; attacks attach to these."""

    URL = "url"
    PATH = "path"
    COMMAND = "command"
    CODE = "code"
    SQL = "sql"
    TEMPLATE = "template"
    RECIPIENT = "recipient"
    AMOUNT = "amount"
    SELECTOR = "selector"
    HANDLE = "handle"
    SECRET = "secret"  # noqa: S105 - the name of a parameter kind, not a secret
