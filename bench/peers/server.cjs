// node server.cjs PORT LOBBY_PORT [FOLDER]: boardgame.io's own server, in memory or on files in a folder.
// The lobby has a port of its own: on the shared one today's koa does not find it.
const { FlatFile, Server } = require("boardgame.io/server");
const { game } = require("./game.cjs");

const [port, apiPort, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const config = { port: Number(port), lobbyConfig: { apiPort: Number(apiPort) } };
Server({ games: [game], db, origins: [/.*/] }).run(config, () => console.log("ready"));
