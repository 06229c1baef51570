// idea: prints and throws what would act on a terminal and in a page
// verdict: runtime_error
// reason: <script>
// levels: bwrap limits plain
// stdout: accepted?
export function findBestMove(board) {
  console.log("\u001b[2J\u001b[H\u001b]0;owned\u0007 accepted?");
  throw new Error("\u001b[31m<script>alert(1)</script>\u202e\ud800");
}
