/** Turns that came with one push: a slow line, or bots that answer faster than the server sends. */
import type { MatchLog } from '../../live/log/match_log';
import { answeringSeat } from '../../live/log/told_line';

/** The log as it stood after each turn of others that came with the last push, but for the last of them. */
export function foldedTurns(log: MatchLog | undefined, seat: number | null): MatchLog[] {
  if (!log?.newLines) return [];
  const ends: number[] = [];
  let turnOf: number | null = null;
  log.lines.forEach((line, at) => {
    const answers = answeringSeat(line);
    if (at < log.lines.length - log.newLines || answers === null) return;
    if (turnOf !== null && turnOf !== answers && turnOf !== seat) ends.push(at);
    turnOf = answers;
  });
  if (turnOf === seat && turnOf !== null) ends.pop(); // one's own turn comes last: it waits for nobody
  return ends.map((end) => upTo(log, end));
}

const upTo = ({ match, lines, newLines, botLines }: MatchLog, end: number): MatchLog => ({
  match,
  lines: lines.slice(0, end),
  newLines: newLines - (lines.length - end),
  botLines: botLines.filter((index) => index < end),
});
