"""Start the workers of other machines by ssh, as the user's own configuration of ssh says.

The command that runs there is `python -m graders.batch.cluster.machine`. What lets it in goes over
its standard input, never over a command line; when the connection ends, so does all of it.
"""

from __future__ import annotations

import shlex
import socket
import sys

from graders.batch.cluster.errors import ClusterError
from graders.batch.cluster.where import Host

_OPTIONS = (
    "BatchMode=yes",
    "ConnectTimeout=15",
    "ServerAliveInterval=10",
    "ServerAliveCountMax=3",
    "ForwardX11=no",
)
_ANY_PORT = 9


def command(host: Host) -> list[str]:
    """Return the words that keep the workers of a machine at work, from here.

    >>> " ".join(command(Host("ann@lab-3", python="/opt/kata/bin/python"))[-4:])
    '-T -- ann@lab-3 exec /opt/kata/bin/python -P -m graders.batch.cluster.machine'
    """
    python = host.python or sys.executable
    there = ["exec", python, "-P", "-m", "graders.batch.cluster.machine"]
    options = [word for option in _OPTIONS for word in ("-o", option)]
    return ["ssh", *options, "-T", "--", host.name, shlex.join(there)]


def our_address(host: Host) -> str:
    """Return by which address of ours a machine reaches us: that by which we reach it.

    Raises `ClusterError` where its name is unknown here, as one that stands in ssh's own
    configuration alone may be.
    """
    name = host.name.rpartition("@")[2].strip("[]")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            name, _ANY_PORT, type=socket.SOCK_DGRAM
        )[0]
        with socket.socket(family, kind, protocol) as line:
            line.connect(place)  # nothing is sent
            address = str(line.getsockname()[0])
    except OSError as error:
        raise ClusterError(
            f"the host {name} cannot be reached from here: {error.strerror or error}; name it as "
            "this machine resolves it, since its workers connect back to us"
        ) from None
    return f"[{address}]" if ":" in address else address
