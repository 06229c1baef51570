"""Play positions in Kaggle's own ConnectX; print what it hands to an agent, and the answers.

Run by an interpreter that has `kaggle-environments`: the agent's file, then positions as columns.
"""

import json
import sys
from pathlib import Path


def main(file, *positions):
    """Print one line of JSON: for each position observation, configuration and answer."""
    from kaggle_environments import make  # nobody else has it
    from kaggle_environments.agent import Agent

    raw = Path(file).read_text(encoding="utf-8")
    told = []
    for moves in positions:
        environment = make("connectx")
        for ply, column in enumerate(moves):
            actions = [None, None]
            actions[ply % 2] = int(column)
            environment.step(actions)
        mover = len(moves) % 2
        shared = environment._Environment__get_shared_state(mover)
        assert shared.status == "ACTIVE", moves
        action, _ = Agent(raw, environment).act(shared.observation)
        told.append([shared.observation, environment.configuration, action])
    sys.stdout.write("\n" + json.dumps(told) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
