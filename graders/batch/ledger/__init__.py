"""Keep a batch in one file: what was handed in, under which conditions it was graded, to what.

One SQLite file, written by one process at a time, readable beside it. `docs/batch.md` describes
its tables, what makes two results one, and what goes on after a kill.
"""

from graders.batch.ledger.errors import DamageError, LedgerError
from graders.batch.ledger.ledger import Ledger, Plan

__all__ = ["DamageError", "Ledger", "LedgerError", "Plan"]
