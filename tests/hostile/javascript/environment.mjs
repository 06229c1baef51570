// idea: looks for secrets in its environment
// verdict: wrong_answer
// reason: column 0
const ALLOWED = ["HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "PWD", "TMPDIR", "TZ"];

export function findBestMove(board) {
  for (const [name, value] of Object.entries(process.env)) {
    const ours = ALLOWED.includes(name) || name.startsWith("NODE_");
    if (!ours || value.includes("kata-hostile-secret")) {
      return 3;
    }
  }
  return 0;
}
