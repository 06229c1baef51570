import math
import random

from kata.board import Board

PLAYOUTS = 1400

# cols[c] is a list of +1 (me) and -1 (other), bottom to top

def read(board):
  cols = []
  for c in range(7):
    col = []
    for r in range(board.column_height(c)):
      col.append(1 if board.get_cell(r, c) == board.current_player else -1)
    cols.append(col)
  return cols

def at(cols, c, r):
  if c < 0 or c > 6 or r < 0 or r >= len(cols[c]):
    return 0
  return cols[c][r]

def just_won(cols, c):
  # did the top disc of column c make 4?
  r = len(cols[c]) - 1
  who = cols[c][r]
  if r >= 3 and cols[c][r-1] == who and cols[c][r-2] == who and cols[c][r-3] == who:
    return True
  for slope in (-1, 0, 1):
    run = 1
    k = 1
    while at(cols, c + k, r + slope * k) == who:
      run += 1
      k += 1
    k = 1
    while at(cols, c - k, r - slope * k) == who:
      run += 1
      k += 1
    if run >= 4:
      return True
  return False

def instant(cols, who):
  for c in range(7):
    if len(cols[c]) < 6:
      cols[c].append(who)
      w = just_won(cols, c)
      cols[c].pop()
      if w:
        return c
  return None

def playout(cols, who, rng):
  # random until the end, returns 1, -1 or 0; who is to move
  cols = [col[:] for col in cols]
  free = [c for c in range(7) if len(cols[c]) < 6]
  first = True
  while free:
    c = rng.choice(free)
    if first:
      # at least the first answer should not be stupid
      first = False
      w = instant(cols, who)
      if w is not None:
        return who
      b = instant(cols, -who)
      if b is not None:
        c = b
    cols[c].append(who)
    if just_won(cols, c):
      return who
    if len(cols[c]) == 6:
      free.remove(c)
    who = -who
  return 0

def find_best_move(board):
  rng = random.Random(2024)
  cols = read(board)
  for who in (1, -1):
    c = instant(cols, who)
    if c is not None:
      return c
  arms = [c for c in (3, 2, 4, 1, 5, 0, 6) if len(cols[c]) < 6]
  total = {c: 0.0 for c in arms}
  tried = {c: 0 for c in arms}
  for n in range(PLAYOUTS):
    best, best_ucb = None, None
    for c in arms:
      if tried[c] < 3:
        best = c
        break
      ucb = total[c] / tried[c] + 1.1 * math.sqrt(math.log(n) / tried[c])
      if best is None or ucb > best_ucb:
        best, best_ucb = c, ucb
    cols[best].append(1)
    total[best] += playout(cols, -1, rng)
    tried[best] += 1
    cols[best].pop()
  # most tried is more stable than the best average
  return max(arms, key=lambda c: (tried[c], total[c]))
