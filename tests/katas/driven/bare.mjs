// Drives itself, with the three parts that most cases need and no other.
export class Driver {
  constructor(rows = 6, cols = 7, k = 4) {
    Object.assign(this, { rows, cols, k, columns: Array.from({ length: cols }, () => []), won: null });
  }

  discs() {
    return this.columns.reduce((sum, column) => sum + column.length, 0);
  }

  move(player, column) {
    const discs = this.columns[column];
    if (this.won || !discs || discs.length === this.rows || player !== 1 + (this.discs() % 2)) {
      throw new Error("refused");
    }
    discs.push(player);
    const ways = [[0, 1], [1, 0], [1, 1], [-1, 1]];
    if (ways.some(([up, right]) => this.run(player, discs.length - 1, column, up, right))) {
      this.won = player;
    }
    return true;
  }

  run(player, row, column, up, right) {
    let run = 0;
    for (let n = 1 - this.k; n < this.k; n += 1) {
      run = this.columns[column + n * right]?.[row + n * up] === player ? run + 1 : 0;
      if (run === this.k) {
        return true;
      }
    }
    return false;
  }

  winner() {
    return this.won;
  }

  draw() {
    return this.discs() === this.rows * this.cols && !this.won;
  }
}
