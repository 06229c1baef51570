"""Look at a file for `kata adapt`: what its text defines, and what comes of expressions on it.

By itself, as a submission, it reads texts and runs nothing. As the driver of a submission it also
evaluates expressions, in which `submission` is that file.
"""

import ast
import contextlib
import enum
import io
import json

MOST_SHOWN = 2000
READING = ("input", "readline")


class Driver:
    """Read texts with `text`; hold one game at a time with `begin` and `tell`."""

    def __init__(self, rows=0, cols=0, k=0):
        self.scope = {}

    def text(self, files):
        """Return the classes of some files, and where they read from the keyboard, as JSON."""
        trees = [(name, ast.parse(text, filename=name)) for name, text in files]
        nodes = [node for _, tree in trees for node in ast.walk(tree)]
        classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
        reading = [place for name, tree in trees for place in reads(tree, name)]
        found = [described(node, classes) for node in classes.values()]
        return json.dumps([found, reading])

    def begin(self, named):
        """Begin anew, with what some expressions give, each under its name."""
        import submission  # noqa: PLC0415  # a text alone is read without it

        self.scope = {"submission": submission, "seen": seen}
        for name, expression in named:
            self.scope[name], *_ = self.evaluated(expression)

    def tell(self, expressions):
        """Return what each expression gives: its kind, its value, and what it printed."""
        return [self.told(expression) for expression in expressions]

    def told(self, expression):
        try:
            given, printed = self.evaluated(expression)
            return [*plainly(given), printed[:MOST_SHOWN]]
        except Exception as error:
            return ["error", f"{type(error).__name__}: {error}"[:200], ""]

    def evaluated(self, expression):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            given = eval(expression, self.scope)
        return given, printed.getvalue()


def plainly(given):
    """Return the kind of a value, and the value itself or a text for it."""
    if isinstance(given, enum.Enum):
        return "enum", f"submission.{type(given).__name__}.{given.name}"
    if given is None or type(given) in (bool, int):
        return type(given).__name__, given
    if isinstance(given, str):
        return "text", given[:MOST_SHOWN]
    given = given.tolist() if hasattr(given, "tolist") else given
    if isinstance(given, (list, tuple)) and given and isinstance(given[0], (list, tuple)):
        return "grid", [["" if each is None else shown(each) for each in row] for row in given]
    return ("list" if isinstance(given, (list, tuple)) else "object"), type(given).__name__


def shown(cell):
    """Return a cell as a short text."""
    return str(getattr(cell, "name", cell))[:40]


def seen(thing, depth=0, met=()):
    """Return a text that is another when a thing, or what it holds, has changed."""
    if id(thing) in met or depth > 6:
        return "..."
    met = (*met, id(thing))
    if isinstance(thing, dict):
        return str([seen(each, depth + 1, met) for pair in thing.items() for each in pair])
    if isinstance(thing, (list, tuple)):
        return str([seen(each, depth + 1, met) for each in thing])
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(thing, name, None) for name in slots} | getattr(thing, "__dict__", {})
    if held and not isinstance(thing, (enum.Enum, type)) and not callable(thing):
        return type(thing).__name__ + seen(held, depth, met)
    return str(thing)[:MOST_SHOWN]


def described(node, classes):
    """Return what a class is made with and has, with what it inherits in the same text."""
    line = [node]  # the class, then what it derives from
    for each in line:
        line += [classes[name] for name in map(last_name, each.bases) if name in classes]
        del line[9:]
    bases = [last_name(base) for each in line for base in each.bases]
    methods, attributes, made, fields = {}, {}, {}, []
    for each in reversed(line):
        for item in each.body:
            if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
                methods[item.name] = item
                attributes |= assigned(item, made)
            elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                attributes[item.target.id] = True
                decorators = ast.dump(ast.List(each.decorator_list))
                if "dataclass" in decorators or "NamedTuple" in bases:
                    fields.append([item.target.id, item.value is None, written(item.annotation)])
            elif isinstance(item, ast.Assign):
                attributes |= {t.id: True for t in item.targets if isinstance(t, ast.Name)}
    is_enum = any(base.endswith(("Enum", "Flag")) for base in bases)
    decorated = {name: ast.dump(ast.List(item.decorator_list)) for name, item in methods.items()}
    return {
        "name": node.name,
        "abstract": any("abstractmethod" in each for each in decorated.values()),
        "members": [name for name in attributes if not name.startswith("_")] if is_enum else [],
        "init": parameters(methods["__init__"]) if "__init__" in methods else fields,
        "methods": [
            [name, parameters(item)]
            for name, item in methods.items()
            if "property" not in decorated[name] and "setter" not in decorated[name]
        ],
        "attributes": [*attributes, *(n for n, how in decorated.items() if "property" in how)],
        "made": list(made.items()),
    }


def assigned(function, made):
    """Return the attributes that a method sets on its object; note of which class some are."""
    found = {}
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        pairs = [(target, node.value) for target in targets]
        for target, value in pairs:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Attribute) and last_name(each.value) == "self":
                    found[each.attr] = True
                    if isinstance(value, ast.Call):
                        made[each.attr] = last_name(value.func)
    return found


def parameters(function):
    """Return the parameters of a function but its object: name, whether needed, annotation."""
    args = function.args
    names = [*args.posonlyargs, *args.args]
    static = any(last_name(each) == "staticmethod" for each in function.decorator_list)
    needed = len(names) - len(args.defaults)
    found = [[each.arg, at < needed, written(each.annotation)] for at, each in enumerate(names)]
    alone = zip(args.kwonlyargs, args.kw_defaults)
    found = found if static else found[1:]
    return found + [[each.arg, default is None, "*"] for each, default in alone]


def written(annotation):
    """Return an annotation as it is written."""
    return "" if annotation is None else ast.unparse(annotation)[:200]


def last_name(node):
    """Return a name, or the last one after dots."""
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    return getattr(node, "id", "") or getattr(node, "attr", "")


def reads(tree, name):
    """Yield the function, file and line of each call that reads from the keyboard."""
    waiting = [("", tree)]
    while waiting:
        where, node = waiting.pop()
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            where = f"{where}.{node.name}".strip(".")
        if isinstance(node, ast.Call) and last_name(node.func) in READING:
            yield [where, name, node.lineno]
        waiting += [(where, each) for each in ast.iter_child_nodes(node)]
