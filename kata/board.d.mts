export declare const ROWS: 6;
export declare const COLS: 7;
export declare const CONNECT: 4;
export declare const EMPTY_CELL: ".";

export declare class Player {
  static readonly RED: Player;
  static readonly YELLOW: Player;
  private constructor();
  readonly name: "RED" | "YELLOW";
  readonly value: "R" | "Y";
  readonly opponent: Player;
  toString(): string;
}

export declare class ColumnFullError extends RangeError {}
export declare class NothingToUndoError extends RangeError {}

export declare class Board {
  currentPlayer: Player;
  constructor(first?: Player);
  static fromMoves(moves: string, first?: Player): Board;
  static parse(drawing: string, toMove?: Player | null): Board;
  validMoves(): number[];
  dropDisc(col: number): number;
  undoMove(): void;
  checkWinner(): Player | null;
  isFull(): boolean;
  columnHeight(col: number): number;
  getCell(row: number, col: number): Player | null;
  copy(): Board;
  equals(other: unknown): boolean;
  toString(): string;
}
