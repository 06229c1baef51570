// Written as the published class is: a row for each row, everything said on the console, nothing
// returned, and the board as console.table draws it.
const SIDE = 7;

export class Connect4 {
  board = Array.from({ length: SIDE }, () => Array(SIDE).fill(""));
  currentPlayer = 1;
  winner;

  play(col) {
    if (this.winner) {
      console.log(`Player ${this.winner} has won already`);
      return;
    }
    if (!Number.isInteger(col) || col < 0 || col >= SIDE) {
      console.log("There is no such column");
      return;
    }
    let row = SIDE - 1;
    while (row >= 0 && this.board[row][col] !== "") {
      row -= 1;
    }
    if (row < 0) {
      console.log("That column is full");
      return;
    }
    this.board[row][col] = this.currentPlayer;
    this.checkWinner(row, col);
    this.currentPlayer = this.currentPlayer === 1 ? 2 : 1;
  }

  checkWinner(row, col) {
    for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      let run = 0;
      for (let offset = -3; offset <= 3; offset += 1) {
        const cell = this.board[row + offset * down]?.[col + offset * right];
        run = cell === this.currentPlayer ? run + 1 : 0;
        if (run === 4) {
          this.winner = this.currentPlayer;
        }
      }
    }
  }

  print() {
    console.table(this.board);
  }
}
