"""Read and write JSON by the functions that `json` itself does it with.

To import `json` takes longer than all else that a runner does before it is ready: it loads the
module for regular expressions, which neither of the two has any use for.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _AsByDefault:
    """What a `json.JSONDecoder` does unless it is told otherwise."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_int, parse_float, parse_constant = int, float, float


try:
    import _json

    _by_default: Any = _AsByDefault
    _scan: Any = _json.make_scanner(_by_default)
    quoted: Callable[[str], str] = _json.encode_basestring_ascii
except ImportError:  # an interpreter may have all of it in `json` itself
    import json.encoder

    _decoder: Any = json.JSONDecoder()
    _scan, quoted = _decoder.scan_once, json.encoder.encode_basestring_ascii
"""Write a text as JSON."""


def parse(text: str) -> Any:
    r"""Return the value that a text begins with.

    >>> parse('{"op":"call","arguments":[1,[2.5,null,true],"\\u00e9"]}')
    {'op': 'call', 'arguments': [1, [2.5, None, True], 'é']}
    """
    return _scan(text, 0)[0]
