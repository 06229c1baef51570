"use strict";

const ROWS = 6;
const COLS = 7;
const SEARCH_DEPTH = 4;

function toGrid(board) {
  const grid = [];
  for (let r = 0; r < ROWS; r++) {
    grid.push([]);
    for (let c = 0; c < COLS; c++) {
      const cell = board.getCell(r, c);
      grid[r].push(cell === null ? 0 : cell === board.currentPlayer ? 1 : -1);
    }
  }
  return grid;
}

function countWindows(grid) {
  let score = 0;
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < COLS; c++) {
      for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [-1, 1]]) {
        const endRow = r + 3 * dr;
        if (endRow < 0 || endRow >= ROWS || c + 3 * dc >= COLS) continue;
        let mine = 0;
        let theirs = 0;
        for (let i = 0; i < 4; i++) {
          const cell = grid[r + i * dr][c + i * dc];
          if (cell === 1) mine++;
          if (cell === -1) theirs++;
        }
        if (mine === 4) return Infinity;
        if (theirs === 4) return -Infinity;
        if (theirs === 0) score += mine * mine;
        if (mine === 0) score -= theirs * theirs;
      }
    }
  }
  return score;
}

function alphaBeta(grid, depth, alpha, beta, side) {
  const score = countWindows(grid);
  if (Math.abs(score) === Infinity) return { score: Math.sign(score) * (1e6 + depth), col: -1 };
  if (depth === 0) return { score, col: -1 };
  let best = { score: side === 1 ? -1e9 : 1e9, col: -1 };
  for (let col = 0; col < COLS; col++) {
    const row = grid.findIndex((cells) => cells[col] === 0);
    if (row === -1) continue;
    grid[row][col] = side;
    const reply = alphaBeta(grid, depth - 1, alpha, beta, -side);
    grid[row][col] = 0;
    if (side === 1 ? reply.score > best.score : reply.score < best.score) {
      best = { score: reply.score, col };
    }
    if (side === 1) alpha = Math.max(alpha, best.score);
    else beta = Math.min(beta, best.score);
    if (alpha >= beta) break;
  }
  return best.col === -1 ? { score: 0, col: -1 } : best;
}

function findBestMove(board) {
  return alphaBeta(toGrid(board), SEARCH_DEPTH, -Infinity, Infinity, 1).col;
}

module.exports = { findBestMove };
