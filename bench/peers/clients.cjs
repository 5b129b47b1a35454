// node clients.cjs PORT LOBBY_PORT TABLES: people at tables of four. A line {rate, seconds} in is answered by a line
// {times, unanswered} out; the first line out says that everybody is seated.
const readline = require("node:readline");
const { io } = require("socket.io-client");
const { game, fits, SQUARES } = require("./game.cjs");

const SEATS = 4, RECONNECT = 0.02, GLANCES = 40, RECEIPTS = 10_000, PATIENCE = 60_000;
const [port, lobby, tables] = process.argv.slice(2).map(Number);
const sleep = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
const any = (list) => list[Math.floor(Math.random() * list.length)];

class Player {
  constructor(match, seat, credentials) {
    Object.assign(this, { match, seat, credentials, id: String(seat), G: null, waiting: null, times: [] });
    this.socket = io(`http://127.0.0.1:${port}/${game.name}`, { transports: ["websocket"], forceNew: true, reconnectionDelay: 200 });
    this.socket.on("connect", () => this.socket.emit("sync", match, this.id, credentials, SEATS));
    this.socket.on("sync", (_, { state }) => { this.sees(state); if (this.waiting) this.send(); });
    this.socket.on("update", (_, state) => this.sees(state));
  }

  sees(state) {
    if (this.G && state._stateID < this.stateID) return;
    this.G = state.G;
    this.stateID = state._stateID;
    if (this.waiting && (this.G.round > this.waiting.round || this.G.commits[this.seat] !== null)) {
      this.times.push(performance.now() - this.waiting.begin);
      this.waiting = null;
    }
  }

  get mayAct() { return this.G !== null && this.waiting === null && this.G.commits[this.seat] === null; }

  act() {
    const board = this.G.boards[this.seat], places = [];
    for (let cell = 0; cell < SQUARES; cell++) if (fits(board, this.G.card, cell)) places.push(cell);
    this.waiting = { round: this.G.round, first: places.length ? any(places) : -1, begin: performance.now() };
    this.send();
  }

  send() {
    const payload = { type: "place", args: [this.waiting.first], playerID: this.id, credentials: this.credentials };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.stateID, this.match, this.id);
  }

  cut() { this.socket.disconnect().connect(); }
}

async function call(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`http://127.0.0.1:${lobby}/games/${game.name}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function table() {
  const { matchID } = await call("/create", { numPlayers: SEATS });
  const keys = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const joined = await call(`/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    keys.push(joined.playerCredentials);
  }
  return keys.map((credentials, seat) => [matchID, seat, credentials]);
}

// Nobody connects before all have joined: on files that writes the same metadata and locks people out.
async function seated() {
  const joined = [];
  for (let count = 0; count < tables; count++) joined.push(...(await table()));
  const players = joined.map((words) => new Player(...words));
  const last = performance.now() + PATIENCE;
  while (!players.every((player) => player.G)) {
    if (performance.now() > last) throw new Error("not everybody got to see their board");
    await sleep(100);
  }
  return players;
}

async function play(players, { rate, seconds }) {
  const begin = performance.now(), end = begin + seconds * 1000;
  const cutMs = 1000 / (players.length * RECONNECT); // spread over the second, as with our own clients
  let nextAct = begin, nextCut = begin + cutMs;
  for (let now = begin; now < end; now = performance.now()) {
    if (now >= nextAct) {
      nextAct += 1000 / rate;
      for (let glance = 0; glance < GLANCES; glance++) {
        const player = any(players);
        if (player.mayAct) { player.act(); break; }
      }
    }
    if (now >= nextCut) {
      nextCut += cutMs;
      any(players).cut();
    }
    await sleep(Math.min(nextAct, nextCut) - performance.now());
  }
  const last = performance.now() + RECEIPTS;
  while (players.some((player) => player.waiting) && performance.now() < last) await sleep(50);
  return { times: players.flatMap((player) => player.times.splice(0)), unanswered: players.filter((player) => player.waiting).length };
}

async function main() {
  const players = await seated();
  console.log(JSON.stringify({ seated: players.length }));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await play(players, JSON.parse(line))));
  }
  process.exit(0);
}

main();
