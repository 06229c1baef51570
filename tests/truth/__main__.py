"""Make programs, grade them, and print which kinds of sentences about them are true."""

from __future__ import annotations

import sys

import click

from tests.truth.grading import all_graded, graded
from tests.truth.judging import counts, recalls, sentences, table
from tests.truth.recipes import recipe_of, recipes


@click.command()
@click.option("--count", default=500, help="How many programs.")
@click.option("--seed", default=4, help="Which programs.")
@click.option("--speed", default=8.0, help="How many times as fast their clocks and caps are.")
@click.option("--shallow", is_flag=True, help="Only programs that look four plies ahead at most.")
@click.option("--show", metavar="RECIPE", help="Print one program, and what is said of it.")
def main(count: int, seed: int, speed: float, shallow: bool, show: str | None) -> None:
    """Count which kinds of sentences about ordinary programs are true."""
    if show is not None:
        show_one(show, speed)
        return
    wanted = recipes(count, seed, shallow=shallow)
    programs = []
    for program in all_graded(wanted, speed):
        programs.append(program)
        for said in sentences(program):
            if said.why_false:
                at = f"{len(programs)} of {count}"
                click.echo(f"{at}  {said.kind}  {program.recipe}: {said.why_false}", err=True)
    found = counts(programs)
    click.echo(table(found, recalls(programs)))
    sys.exit(any(each.false for each in found))


def show_one(text: str, speed: float) -> None:
    """Print a program, what is true of it, its results and every sentence about it."""
    found = graded(recipe_of(text), speed)
    for number, line in enumerate(found.source.splitlines(), start=1):
        click.echo(f"{number:4} {line}")
    click.echo(f"\n{found.truth}\n")
    for result in found.card.results:
        click.echo(f"{result.verdict:20} {result.wall_s:6.2f} s  {result.decided_by or result.id}")
    click.echo(f"\n{found.card.assessment}\n")
    for said in sentences(found):
        click.echo(f"{'FALSE' if said.why_false else 'true':6} {said.kind}: {said.text}")
        click.echo(f"       {said.why_false}\n" * bool(said.why_false), nl=False)


if __name__ == "__main__":
    main()
