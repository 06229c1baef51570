"""Hold documents of other systems to their schemas, by a program that is not ours."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema


@cache
def _validator(name: str) -> jsonschema.Draft202012Validator:
    text = Path(__file__).with_name(f"{name}.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def document(name: str, text: str) -> dict[str, Any]:
    """Return what a JSON text holds; raise where the schema of that name does not allow it."""
    read: dict[str, Any] = json.loads(text, parse_constant=_no_number)
    _validator(name).validate(read)
    return read


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
