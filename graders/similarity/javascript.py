"""Read JavaScript and TypeScript with tree-sitter: as words, and as the nodes of `flow.py`.

Without the extra `similarity` there are none of either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from graders.similarity.flow import NAME, PART, Function, Node

SUFFIXES = frozenset({".cjs", ".cts", ".js", ".jsx", ".mjs", ".mts", ".ts", ".tsx"})
SALT = 0x9E37_79B9_7F4A_7C15
"""What its facts have been combined with, so that none is one of Python's."""
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FUNCTIONS = frozenset(
    {"arrow_function", "function_declaration", "function_expression", "method_definition"}
    | {"generator_function", "generator_function_declaration"}
)
_SILENT = frozenset(
    {"comment", "html_comment", "import_statement", "interface_declaration", "type_annotation"}
    | {"type_alias_declaration", "type_arguments", "type_parameters", "break_statement"}
    | {"continue_statement", "empty_statement", "ambient_declaration"}
)
"""What does no work, or is of types alone."""
_NAMES = frozenset(
    {"identifier", "private_property_identifier", "property_identifier", "type_identifier"}
    | {"shorthand_property_identifier", "shorthand_property_identifier_pattern"}
)
_BOUND_IN = frozenset(
    {"array_pattern", "assignment_pattern", "class_declaration", "field_definition"}
    | {"for_in_statement", "formal_parameters", "object_pattern", "optional_parameter"}
    | {"public_field_definition", "required_parameter", "rest_pattern", "variable_declarator"}
    | {"pair_pattern", *_FUNCTIONS}
)
_TEXTS = frozenset({"regex", "string", "template_string"})
_OPERATORS = {
    **dict.fromkeys(("<", ">", "<=", ">="), "<"),
    **dict.fromkeys(("==", "!=", "===", "!=="), "=="),
    **dict.fromkeys(("+", "-"), "+"),
    **dict.fromkeys(("&&", "||", "??"), PART),
}
_NOTHING = frozenset({"null", "undefined"})
_KNOWN = frozenset({"Infinity", "NaN"})
_PASSED_ON = frozenset({"entries", "from", "keys", "slice", "values"})
"""Methods that give no more than what they are called on or given."""


@cache
def _parser(suffix: str) -> Any:
    """Return a parser; None without the extra."""
    try:
        from tree_sitter import Language, Parser  # noqa: PLC0415  # of an extra

        if suffix in (".ts", ".cts", ".mts", ".tsx"):
            import tree_sitter_typescript  # noqa: PLC0415  # of an extra

            is_page = suffix == ".tsx"
            made = tree_sitter_typescript
            return Parser(Language(made.language_tsx() if is_page else made.language_typescript()))
        import tree_sitter_javascript  # noqa: PLC0415  # of an extra

        return Parser(Language(tree_sitter_javascript.language()))
    except ImportError:
        return None


def words_of(suffix: str, source: bytes) -> Iterator[tuple[str, str, int]]:
    """Return the words of a file: the kind, the text and the line of each."""
    parser = _parser(suffix)
    left = [] if parser is None else [parser.parse(source).root_node]
    while left:
        node = left.pop()
        if node.type in _SILENT:
            continue
        if node.type in _TEXTS or not node.child_count:
            yield node.type, node.text.decode("utf-8", "replace"), node.start_point[0] + 1
            continue
        left.extend(reversed(node.children))


def kind_of(node_type: str) -> str:
    """Return what a word is: "name", "number", "text", or nothing where it is a sign."""
    if node_type in _NAMES:
        return "name"
    return "number" if node_type == "number" else "text" if node_type in _TEXTS else ""


def functions_of(suffix: str, source: bytes, lines_before: int = 0) -> list[Function]:
    """Return the functions of a file, and what stands outside of them as another."""
    parser = _parser(suffix)
    if parser is None:
        return []
    return _Lowering(parser.parse(source).root_node, lines_before).functions


class _Lowering:
    def __init__(self, root: Any, lines_before: int) -> None:
        self._before = lines_before
        bound = Counter(_bound(root))
        self._own = frozenset(bound)
        self._numbers = {name for name in _set_to_numbers(root) if bound[name] == 1}
        self.functions: list[Function] = []
        self.functions.append(Function("", (), tuple(self._each(root))))

    def _each(self, node: Any) -> Iterator[Node]:
        for each in node.named_children:
            if each.type not in _SILENT:
                yield self._node(each)

    def _made(self, at: Any, label: str, *parts: Node, name: str = "") -> Node:
        return Node(label, parts, at.start_point[0] + 1 + self._before, name)

    def _field(self, node: Any, name: str) -> Node:
        found = node.child_by_field_name(name)
        return self._made(node, PART) if found is None else self._node(found)

    def _node(self, node: Any) -> Node:
        if node.type in _FUNCTIONS:
            return self._function(node, _text(node.child_by_field_name("name")))
        lowered = getattr(self, f"_{node.type}", None)
        if lowered is not None:
            return lowered(node)  # type: ignore[no-any-return]
        if node.type in _NAMES:
            return self._name(node)
        if node.type in _TEXTS:
            return self._made(node, "text", *self._each(node))
        if node.type in ("number", "true", "false"):
            return self._made(node, "number")
        if node.type in _NOTHING:
            return self._made(node, "None")
        return self._made(node, PART, *self._each(node))

    def _function(self, node: Any, name: str) -> Node:
        """Take out a function that has a name; what has none is done where it stands."""
        body = node.child_by_field_name("body")
        if not name:
            return self._node(body)
        given = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
        parameters = (
            () if given is None else tuple(_first_name(each) for each in given.named_children)
        )
        inner = self._node(body)
        if body.type != "statement_block":
            inner = self._made(body, "return", inner)
        self.functions.append(Function(name, parameters, (inner,)))
        return self._made(node, PART)

    def _name(self, node: Any) -> Node:
        name = _text(node)
        if name in _NOTHING:
            return self._made(node, "None")
        if name in self._numbers or name in _KNOWN:
            return self._made(node, "number")
        if name in self._own:
            return self._made(node, NAME, name=name)
        return self._made(node, f"known {name}")

    def _variable_declarator(self, node: Any) -> Node:
        value = node.child_by_field_name("value")
        if value is None:
            return self._made(node, PART)
        if value.type in _FUNCTIONS:
            return self._function(value, _text(node.child_by_field_name("name")))
        return self._set(node, "name", self._node(value))

    def _set(self, node: Any, target: str, value: Node) -> Node:
        return self._made(node, "set", self._target(node.child_by_field_name(target)), value)

    def _target(self, node: Any) -> Node:
        if node.type.endswith("_pattern"):
            return self._made(node, PART, *(self._target(each) for each in node.named_children))
        return self._node(node)

    def _assignment_expression(self, node: Any) -> Node:
        return self._set(node, "left", self._field(node, "right"))

    def _augmented_assignment_expression(self, node: Any) -> Node:
        label = _text(node.child_by_field_name("operator"))[:-1]
        parts = self._field(node, "left"), self._field(node, "right")
        return self._set(node, "left", self._made(node, _OPERATORS.get(label, label), *parts))

    def _update_expression(self, node: Any) -> Node:
        one = self._made(node, "+", self._field(node, "argument"), self._made(node, "number"))
        return self._set(node, "argument", one)

    def _if_statement(self, node: Any) -> Node:
        fields = (self._field(node, name) for name in ("condition", "consequence", "alternative"))
        return self._made(node, "if", *fields)

    _ternary_expression = _if_statement

    def _while_statement(self, node: Any) -> Node:
        return self._made(node, "loop", self._field(node, "condition"), self._field(node, "body"))

    _do_statement = _while_statement

    def _for_statement(self, node: Any) -> Node:
        test = self._field(node, "condition")
        parts = (self._field(node, name) for name in ("initializer", "increment", "body"))
        return self._made(node, "loop", test, *parts)

    def _for_in_statement(self, node: Any) -> Node:
        each = self._set(node, "left", self._field(node, "right"))
        return self._made(node, "loop", each, self._field(node, "body"))

    def _switch_statement(self, node: Any) -> Node:
        return self._made(node, "match", self._field(node, "value"), self._field(node, "body"))

    def _return_statement(self, node: Any) -> Node:
        return self._made(node, "return", *self._each(node))

    def _binary_expression(self, node: Any) -> Node:
        sign = _text(node.child_by_field_name("operator"))
        label = _OPERATORS.get(sign, sign)
        parts = self._field(node, "left"), self._field(node, "right")
        if label == "==" and "None" in (parts[0].label, parts[1].label):
            return parts[0] if parts[1].label == "None" else parts[1]
        if label not in ("<", "==") and all(each.label == "number" for each in parts):
            return self._made(node, "number")
        return self._made(node, label, *parts)

    def _member_expression(self, node: Any) -> Node:
        held, name = node.child_by_field_name("object"), _text(node.child_by_field_name("property"))
        if held.type == "this":
            return self._made(node, NAME, name=f".{name}")
        return self._made(
            node, f".{'' if name in self._own else _as_in_python(name)}", self._node(held)
        )

    def _subscript_expression(self, node: Any) -> Node:
        return self._made(node, "[]", self._field(node, "object"), self._field(node, "index"))

    def _array(self, node: Any) -> Node:
        parts = tuple(self._each(node))
        if parts and all(each.label in ("number", "text") for each in parts):
            return self._made(node, "table")
        return self._made(node, "list", *parts)

    def _new_expression(self, node: Any) -> Node:
        return self._called(node, node.child_by_field_name("constructor"))

    def _call_expression(self, node: Any) -> Node:
        return self._called(node, node.child_by_field_name("function"))

    def _called(self, node: Any, called: Any) -> Node:
        given = node.child_by_field_name("arguments")
        parts = () if given is None else tuple(self._each(given))
        if called.type != "member_expression":
            name = _text(called)
            is_own = name in self._own
            return self._made(node, "call" if is_own else f"call {name[:40]}", *parts, name=name)
        name = _text(called.child_by_field_name("property"))
        if name in self._own:
            return self._made(node, "call", *parts, name=name)
        held = self._node(called.child_by_field_name("object"))
        if name == "push" and held.label == NAME and len(parts) == 1:
            return self._made(node, "set", held, *parts)
        if held.label.startswith("known"):
            label = "max" if name in ("max", "min") else f"call {name}"
            return self._made(node, PART if name in _PASSED_ON else label, *parts)
        if name in _PASSED_ON and not parts:
            return held
        return self._made(node, f".{_as_in_python(name)}", held, *parts)


def _as_in_python(name: str) -> str:
    """Spell a name as Python does, so that what is common there counts as common here.

    >>> _as_in_python("validMoves")
    'valid_moves'
    """
    return _CAPITAL.sub("_", name).lower()


def _text(node: Any) -> str:
    return "" if node is None else node.text.decode("utf-8", "replace")


def _walk(root: Any) -> Iterator[Any]:
    left = [root]
    while left:
        node = left.pop()
        yield node
        left.extend(reversed(node.named_children))


def _first_name(node: Any) -> str:
    return next((_text(each) for each in _walk(node) if each.type in _NAMES), "")


def _bound(root: Any) -> Iterator[str]:
    """Return the names that a file binds, and the properties of `this` that it sets."""
    for node in _walk(root):
        if node.type in _BOUND_IN:
            yield from (_text(each) for each in node.named_children if each.type in _NAMES)
        elif node.type == "assignment_expression":
            target = node.child_by_field_name("left")
            if target.type == "member_expression":
                yield _text(target.child_by_field_name("property"))
            elif target.type in _NAMES:
                yield _text(target)
        elif node.type in ("augmented_assignment_expression", "update_expression"):
            yield _text(node.child_by_field_name("left") or node.child_by_field_name("argument"))


def _set_to_numbers(root: Any) -> Iterator[str]:
    """Return the names that are declared as a number."""
    for node in _walk(root):
        if node.type == "variable_declarator":
            value = node.child_by_field_name("value")
            if value is not None and value.type == "number":
                yield _text(node.child_by_field_name("name"))
