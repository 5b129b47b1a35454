// A game of the same shape as ours for boardgame.io: four seats lay a piece each on boards of their own,
// the round closes when all have laid. It knows just enough to carry about as much state.
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const WIDTH = 10, HEIGHT = 14, ROUNDS = 24;
const PIECES = [[0, 1, WIDTH], [0, 1, 2], [0, 1], [0, WIDTH, WIDTH + 1, 2 * WIDTH + 1]];

const covered = (card, first) => PIECES[card % PIECES.length].map((step) => first + step);

function fits(board, card, first) {
  const cells = covered(card, first), column = first % WIDTH;
  return cells.every((cell) => cell < WIDTH * HEIGHT && cell % WIDTH >= column && board.cells[cell] === 0);
}

const fresh = () => ({ cells: Array(WIDTH * HEIGHT).fill(0), laid: [] });
const deal = (seats) => ({ round: 0, card: 0, boards: Array.from({ length: seats }, fresh), commits: Array(seats).fill(null) });

function close(G, random) {
  G.commits.forEach((first, seat) => {
    if (first < 0) return;
    const cells = covered(G.card, first);
    cells.forEach((cell) => { G.boards[seat].cells[cell] = G.card + 1; });
    G.boards[seat].laid.push(["house", `P${G.card}`, 0, cells]);
  });
  const round = G.round + 1;
  if (round % ROUNDS === 0) Object.assign(G, deal(G.boards.length));
  Object.assign(G, { round, card: random.Die(ROUNDS) - 1, commits: G.commits.map(() => null) });
}

function place({ G, playerID, random }, first) {
  const seat = Number(playerID);
  if (G.commits[seat] !== null || (first >= 0 && !fits(G.boards[seat], G.card, first))) return INVALID_MOVE;
  G.commits[seat] = first; // -1 passes
  if (G.commits.every((commit) => commit !== null)) close(G, random);
}

const hidden = (commit, seat, playerID) => (commit === null || seat === Number(playerID) ? commit : "hidden");

const game = {
  name: "tiles",
  setup: ({ ctx }) => deal(ctx.numPlayers),
  moves: { place: { move: place, client: false, ignoreStaleStateID: true } },
  turn: { activePlayers: ActivePlayers.ALL },
  playerView: ({ G, playerID }) => ({ ...G, commits: G.commits.map((commit, seat) => hidden(commit, seat, playerID)) }),
  disableUndo: true, // its history would be sent along with every state
};

module.exports = { game, fits, SQUARES: WIDTH * HEIGHT };
