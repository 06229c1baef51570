"""Hold what a worker process has to be told to join a scheduler of ours; one line of JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict

if TYPE_CHECKING:
    from distributed import Security


class Invitation(msgspec.Struct, frozen=True):
    """Hold where the scheduler is, and the certificate and key that let in, as PEM.

    They exist in memory alone, and are good for this one scheduler. `workers` is for a machine:
    how many to start, None for one a usable core.
    """

    scheduler: str
    certificate: str
    key: str
    workers: int | None = None

    def line(self) -> bytes:
        """Return it as one line, without its end."""
        return json.dumps(asdict(self)).encode("ascii")

    @staticmethod
    def read(line: bytes) -> Invitation:
        """Read what `line` returned."""
        return Invitation(**json.loads(line))

    def security(self) -> Security:
        """Return what Dask needs for it; who has the certificate is let in, and nobody else."""
        from distributed import Security  # noqa: PLC0415  # of the extra

        certificates = {f"tls_{role}_cert": self.certificate for role in _ROLES}
        keys = {f"tls_{role}_key": self.key for role in _ROLES}
        return Security(
            require_encryption=True, tls_ca_file=self.certificate, **certificates, **keys
        )


_ROLES = ("client", "scheduler", "worker")
