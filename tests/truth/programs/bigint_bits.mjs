// One BigInt a side; column c has the bits 7 * c to 7 * c + 5, and a spare one above them.

const SHIFTS = [1n, 6n, 7n, 8n];
const ORDER = [3, 2, 4, 1, 5, 0, 6];

const hasFour = (stones) =>
  SHIFTS.some((shift) => {
    const pairs = stones & (stones >> shift);
    return (pairs & (pairs >> (2n * shift))) !== 0n;
  });

class Bits {
  constructor(board) {
    this.sides = [0n, 0n]; // the side to move, the other
    this.heights = [];
    this.table = new Map();
    for (let col = 0; col < 7; col++) {
      this.heights[col] = board.columnHeight(col);
      for (let row = 0; row < this.heights[col]; row++) {
        const side = board.getCell(row, col) === board.currentPlayer ? 0 : 1;
        this.sides[side] |= 1n << BigInt(7 * col + row);
      }
    }
  }

  search(mine, theirs, depth, alpha, beta) {
    const free = ORDER.filter((col) => this.heights[col] < 6);
    for (const col of free) {
      if (hasFour(mine | this.bit(col))) return [100 + depth, col];
    }
    if (depth === 1 || free.length === 0) return [0, free[0] ?? null];

    const key = (mine << 49n) | theirs;
    const entry = this.table.get(key);
    if (entry && entry.depth === depth) {
      if (entry.flag === 0) return [entry.score, entry.col];
      if (entry.flag < 0 && entry.score <= alpha) return [entry.score, entry.col];
      if (entry.flag > 0 && entry.score >= beta) return [entry.score, entry.col];
    }
    let [best, bestCol, floor] = [-Infinity, free[0], alpha];
    for (const col of free) {
      const bit = this.bit(col);
      this.heights[col]++;
      const score = -this.search(theirs, mine | bit, depth - 1, -beta, -floor)[0];
      this.heights[col]--;
      if (score > best) [best, bestCol] = [score, col];
      floor = Math.max(floor, best);
      if (floor >= beta) break;
    }
    const flag = best <= alpha ? -1 : best >= beta ? 1 : 0;
    this.table.set(key, { depth, score: best, col: bestCol, flag });
    return [best, bestCol];
  }

  bit(col) {
    return 1n << BigInt(7 * col + this.heights[col]);
  }
}

export function findBestMove(board) {
  const bits = new Bits(board);
  let move = null;
  for (let depth = 1; depth <= 7; depth++) {
    let score;
    [score, move] = bits.search(bits.sides[0], bits.sides[1], depth, -Infinity, Infinity);
    if (score > 0) break;
  }
  return move;
}
