"""Who may do what: tokens of operator and readers, Host and Origin of requests, headers that keep pages safe."""

from __future__ import annotations

import ipaddress
import json
import os
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from jassvision.rules.errors import JassError

Right: TypeAlias = Literal["none", "read", "operate"]

COOKIE: Final = "jassvision"
COOKIE_DAYS: Final = 30

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class AccessError(JassError):
    """The keys of a session cannot be kept."""


@dataclass(frozen=True)
class Keys:
    """The tokens of a session."""

    operator: str
    reader: str


@dataclass(frozen=True)
class Access:
    """What requests are checked against.

    Attributes:
        host: address that the server listens on.
        port: its port.
        keys: the tokens; None where none are needed, on loopback.
    """

    host: str
    port: int
    keys: Keys | None = None

    def right(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> Right:
        """What a request may do, by its cookie or its `Authorization: Bearer`."""
        if self.keys is None:
            return "operate"
        bearer = headers.get("authorization", "")
        token = bearer[7:] if bearer[:7].lower() == "bearer " else cookies.get(COOKIE, "")
        return self.right_of(token)

    def right_of(self, token: str) -> Right:
        """What a token allows."""
        if self.keys is None:
            return "operate"
        given = token.encode()
        if secrets.compare_digest(given, self.keys.operator.encode()):
            return "operate"
        return "read" if secrets.compare_digest(given, self.keys.reader.encode()) else "none"

    def is_host(self, host: str) -> bool:
        """Whether a `Host` header names this server: no strange name may point here (DNS rebinding)."""
        name = _host_name(host)
        if name in LOOPBACK:
            return True
        if self.keys is None:
            return False
        own = socket.gethostname().lower()
        if name in (self.host.lower(), own, f"{own}.local", own.removesuffix(".local")):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    @staticmethod
    def is_own_origin(origin: str | None, host: str) -> bool:
        """Whether a request comes from our own pages, or from a program that is no browser and says no origin."""
        if origin is None:
            return True
        scheme, _, rest = origin.partition("://")
        return scheme in ("http", "https") and rest.lower() == host.lower()


def needs_keys(host: str) -> bool:
    """Whether others than this machine can reach an address."""
    return host not in LOOPBACK


def keys_beside(record: Path) -> Keys:
    """The tokens of a record's session, made at first and kept beside it, so that links go on working.

    Raises:
        AccessError: the file cannot be written.
    """
    path = record.with_name(record.name + "-keys")
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Keys(str(kept["operator"]), str(kept["reader"]))
    except (OSError, ValueError, KeyError, TypeError):
        pass
    made = Keys(secrets.token_urlsafe(18), secrets.token_urlsafe(18))
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump({"operator": made.operator, "reader": made.reader}, file)
    except OSError as error:
        raise AccessError(f"{path} cannot be written ({error.strerror}): choose another folder for --record") from None
    return made


def safe_headers(host: str) -> dict[str, str]:
    """Headers for every answer: pages load nothing from elsewhere and are shown in no foreign frame."""
    plain = host if _is_plain(host) else ""
    sockets = f"ws://{plain} wss://{plain}" if plain else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
        f"connect-src 'self' {sockets}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    )
    return {
        "content-security-policy": " ".join(policy.split()),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
    }


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_plain(host: str) -> bool:
    return bool(host) and all(c.isalnum() or c in ".-:[]" for c in host)
