"""Where on a server a campaign's ledger is: a URL without password, and two schemas."""

import re
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

import msgspec

from domain.names import said
from domain.terms import WrongUsage

SCHEMES = ("postgresql://", "postgres://")
WORDS = frozenset({
    "channel_binding", "connect_timeout", "dbname", "host", "hostaddr", "port", "sslmode",
    "sslrootcert", "target_session_attrs", "user",
})  # fmt: skip
"""What a URL may say of a connection. Files with keys, services and settings are not among it."""

_PLAIN = re.compile(r"[!#-\[\]-~]+")  # ASCII without space, quotation mark and backslash


class Server(msgspec.Struct, frozen=True):
    """A campaign's place on a server. `password` is for this program's run and never stored."""

    url: str
    campaign: str
    password: str = ""

    @property
    def ledger(self) -> str:
        """The schema of the ledger, which is sacred."""
        return f"acta_{self.campaign}"

    @property
    def views(self) -> str:
        """The schema of the views, which may be dropped."""
        return f"acta_{self.campaign}_views"

    def __str__(self) -> str:
        """The URL, as it may be shown."""
        return self.url

    def __repr__(self) -> str:
        """Nothing that has to stay secret."""
        return f"Server({self.url!r}, {self.campaign!r})"


def is_url(text: str) -> bool:
    """Whether a text names a server, not a file."""
    return text.lower().startswith(SCHEMES)


def given(text: str, campaign: str) -> Server:
    """The place that a URL names; its password, if it has one, is parted from it.

    Raises WrongUsage for what is no URL of a PostgreSQL database, or says what it may not say.
    """
    try:
        parts = urlsplit(text)
        query = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:
        raise WrongUsage(f"{_shown(text)} is no URL", hint=_HINT) from None
    if not is_url(text) or not _PLAIN.fullmatch(text) or parts.fragment or "/" in parts.path[1:]:
        raise WrongUsage(f"{_shown(text)} is no URL of a PostgreSQL database", hint=_HINT)
    user, at, hosts = parts.netloc.rpartition("@")
    user, _, password = user.partition(":")
    password = dict(query).get("password", "") or unquote(password)
    query = [(word, value) for word, value in query if word != "password"]
    if strange := sorted({word for word, _ in query} - WORDS):
        raise WrongUsage(
            f"the URL of a ledger does not say {said(strange[0])}",
            hint=f"it may say {', '.join(sorted(WORDS))}",
        )
    rest = urlencode(query, quote_via=quote, safe="/:,")
    url = urlunsplit(("postgresql", f"{user}{at}{hosts}", parts.path, rest, ""))
    if parts.netloc == "" and not url.startswith("postgresql://"):
        url = url.replace("postgresql:", "postgresql://", 1)
    return Server(url, campaign, password)


def _shown(text: str) -> str:
    """A text that may hold a password, without what stands before its last `@`."""
    scheme, sign, rest = text.partition("://")
    return said(f"{scheme}{sign}{rest.rpartition('@')[2]}".partition("?")[0])


_HINT = "postgresql://USER@HOST/DATABASE"
