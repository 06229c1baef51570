// idea: throws something that answers every question with another throw
// verdict: runtime_error
// reason: threw | proxy | Proxy | error
// levels: bwrap limits plain
const refuse = () => {
  throw bomb;
};
const traps = Object.getOwnPropertyNames(Reflect).map((name) => [name, refuse]);
const bomb = new Proxy(function () {}, Object.fromEntries(traps));

export function findBestMove(board) {
  throw bomb;
}
