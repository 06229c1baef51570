/**
 * Play scripts of a four-in-a-row game: write your engine here.
 *
 * It already loads and answers, so you can see the grader at work before you start:
 *
 *     kata grade solution.ts
 *
 * It fails, because it knows no operation yet. README.md beside this file has the rules, the order
 * of the errors and the limits.
 */

/**
 * Return the result of each operation, in order.
 *
 * Replace the body. A first step: return `"OK"` for `["reset"]`.
 */
export function solution(
  rows: number,
  cols: number,
  k: number,
  operations: readonly (readonly unknown[])[],
): unknown[] {
  return operations.map(() => "error:invalid_operation");
}
