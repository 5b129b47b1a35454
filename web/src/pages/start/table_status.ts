/** What goes on at a table of mine, in a few words. */

import type { Table } from '../../base/api/types';
import { freeSeats, seatNames } from '../../seat_texts/people';
import { leftWords, nextDeadline } from '../../seat_texts/time';
import type { Say } from '../../base/i18n/say';

/** How far the series is, for whom the match waits, and how long still. Whether it waits for me the button says. */
export function goingOn(table: Table, say: Say): string[] {
  const { series } = table;
  const played = series?.over === false ? [say('series.played', series.played, series.matches)] : [];
  return [...played, ...stands(table, say)];
}

function stands(table: Table, say: Say): string[] {
  const { match, series } = table;
  if (table.closed) return [say('operator.closed')];
  if (table.unreadable) return [say(`api.table_${table.unreadable}`)];
  if (!match) return [say('web.tables.gathering', freeSeats(table).length)];
  if (match.over && table.rematch?.some((answer, seat) => answer === 'asked' && table.mine.includes(seat)))
    return [say('web.tables.rematch')];
  if (match.over) return series?.over === false ? [] : [say('web.tables.over')];
  if (table.asleep) return [say('web.tables.asleep')];
  if (match.unreadable) return [say('web.tables.running')];
  const next = nextDeadline(table);
  return [...(match.your_turn ? [] : [waits(table, say)]), ...(next ? [leftWords(next.left, say)] : [])];
}

function waits({ match, seats, mine }: Table, say: Say): string {
  const names = seatNames(seats, say);
  const others = (match?.to_act ?? []).filter((seat) => !mine.includes(seat)).map((seat) => names[seat]);
  return others.length ? `${say('web.play.waiting')} ${others.join(', ')}` : say('web.tables.waits');
}
