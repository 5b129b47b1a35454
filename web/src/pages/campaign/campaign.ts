/** A campaign as its map shows it: envelopes with their episodes, and what each brought. */
import { openChapters, type Chapter, type Gain, type Series } from '../../base/api/types';
import type { Head } from '../../base/api/view';
import type { Say } from '../../base/i18n/say';
import { readLine } from '../../live/log/told_line';
import type { GivenView } from '../../games/contract';
import { whoPlayed } from './people/lineup';
import { cardWords, countWords, giftOf, isCell, markOn } from '../../games/shared/gifts';

export type Campaign = Series & Required<Pick<Series, 'wins'>>;
export type Sticker = readonly [sticker: string, cell: string, rule: string];

export interface Episode {
  number: number;
  mode: string;
  /** The finished match; null before that. */
  id: string | null;
  /** Per seat of the campaign; null for one that slept. */
  places: (number | null)[];
  gains: (number | null)[];
  kept: Gain[][];
  isNext: boolean;
}

export interface Envelope {
  number: number;
  state: 'open' | 'sealed' | 'coming';
  episodes: Episode[];
}

const EPISODES_PER_ENVELOPE = 3; // a sealed one does not tell how many it has

export const isCampaign = (series: Series | null | undefined): series is Campaign => Boolean(series?.wins?.length);

export function envelopes(series: Series): Envelope[] {
  let before = 0;
  const here = series.chapters.map((chapter): Envelope => {
    const number = Number(chapter.chapter);
    if ('sealed' in chapter) return { number, state: 'sealed', episodes: [] };
    const episodes = chapter.modes.map((mode, i) => episode(series, chapter, mode, i, before));
    before += chapter.modes.length;
    return { number, state: 'open', episodes };
  });
  const coming = (series.coming ?? []).map((name): Envelope => ({
    number: Number(name),
    state: 'coming',
    episodes: [],
  }));
  return [...here, ...coming];
}

function episode(series: Series, chapter: Chapter, mode: string, i: number, before: number): Episode {
  const played = chapter.values[i] !== undefined;
  return {
    number: Number(mode.split('/')[1]),
    mode,
    id: played ? (series.ids[before + i] ?? null) : null,
    places: chapter.ranks[i] ?? [],
    gains: chapter.gains?.[i] ?? [],
    kept: chapter.kept?.[i] ?? [],
    isNext: mode === series.next,
  };
}

/** The numbers of the episodes in an envelope; a sealed one holds three like the others. */
export function numbersIn({ number, episodes }: Envelope): number[] {
  if (episodes.length) return episodes.map((one) => one.number);
  const first = (number - 1) * EPISODES_PER_ENVELOPE + 1;
  return Array.from({ length: EPISODES_PER_ENVELOPE }, (_, i) => first + i);
}

/** The envelope of the match that runs or comes next; the last one when all are played. */
export function currentEnvelope(series: Series): Envelope | null {
  const open = envelopes(series).filter(({ state }) => state === 'open');
  return open.find(({ episodes }) => episodes.some(({ isNext }) => isNext)) ?? open.at(-1) ?? null;
}

/** Whether the next envelope lies there and this person has not broken its seal. */
export function waitsFor(series: Series, opened: { has(envelope: number): boolean }): boolean {
  const next = currentEnvelope(series);
  return next !== null && !opened.has(next.number) && next.episodes.every(({ id }) => id === null);
}

/** Whether a seat has answered anything in a match, by the lines of its log. */
export const hasAnswered = (lines: readonly string[], seat: number): boolean =>
  lines.map(readLine).some((line) => line.by === 'seat' && line.seat === seat);

/** What each seat kept from the episode played last. */
export function lastKept(series: Series): Gain[][] {
  const chapter = openChapters(series).findLast(({ values }) => values.length > 0);
  return chapter?.kept?.at(-1) ?? [];
}

/** What is told of a sticker, and is none. */
const NO_STICKERS: readonly string[] = ['carried', 'later'];

/** Notes that a comparison is done, not something one has. */
const SETTLED = 'settled';

/** Whether this is a sticker that lies on a cell. A card has a dash in its name; its shape may look like a cell. */
const isSticker = ([, what, value]: Gain): boolean =>
  typeof value === 'string' && isCell(value) && !what.includes('-') && !NO_STICKERS.includes(what);

/** Per seat of the table, the stickers of the episode played last: they still lie on paper. */
export function freshStickers(series: Series | null): Sticker[][] {
  if (!series) return [];
  const kept = lastKept(series);
  return (series.lineup ?? kept.map((_, seat) => seat)).map((number) =>
    (kept[number] ?? []).filter(isSticker).map(([rule, what, value]): Sticker => [what, String(value), rule]),
  );
}

/** Per seat of the table, all that it was ever given. */
export function givenTo(series: Series | null): GivenView[][] {
  const { history = [], lineup } = series ?? {};
  return (lineup ?? history.map((_, seat) => seat)).map((seat) => history[seat] ?? []);
}

/** All that a seat of a match was given until its end; `seat` is its place in that match. */
export function givenUntil(series: Series | null, mode: string, seat: number): readonly GivenView[] {
  const { history = [], lineup } = series ?? {};
  if (!series || !history.length) return [];
  const played = openChapters(series).flatMap(({ modes, ranks }) =>
    modes.map((name, i) => ({ name, places: ranks[i] })),
  );
  const at = played.findIndex(({ name }) => name === mode);
  const places = played[at]?.places;
  const number = places ? whoPlayed(places)[seat] : (lineup?.[seat] ?? seat);
  const until = new Set(played.slice(0, at + 1).map(({ name }) => name));
  return (history[number ?? -1] ?? []).filter(([came]) => until.has(came));
}

export const stickersOf = (kept: readonly Gain[]): Gain[] => kept.filter(isSticker);

const BETWEEN = ' · ';

/** Cells of a board of hexes, which has no letters and numbers at its edge: nobody could find them by these. */
const HEX_CELLS = /^-?\d+,-?\d+/;

/** Several of the same sticker by the same rule as one, with all its cells. */
export function together(kept: readonly Gain[]): Gain[] {
  const out: Gain[] = [];
  for (const gain of kept) {
    const same = isSticker(gain) ? out.findIndex(([rule, what]) => rule === gain[0] && what === gain[1]) : -1;
    const before = out[same];
    if (before) out[same] = [before[0], before[1], `${before[2]}${BETWEEN}${gain[2]}`];
    else out.push(gain);
  }
  return out;
}

/** Every name once, with how many there are of it where there are several. */
export const amounts = (names: readonly string[]): string[] =>
  [...new Set(names)].map((name) => {
    const n = names.filter((other) => other === name).length;
    return n > 1 ? `${name} ×${n}` : name;
  });

/** Counts and notes that only rules read have no name and are not told. */
export const isTold = ([rule, what, value]: Gain, has: (id: string) => boolean): boolean =>
  rule !== SETTLED &&
  (typeof value === 'number'
    ? what === 'later' || has(`series.count.${what}`)
    : !what.includes(':') || isCell(value) || markOn(what) !== null);

/** "A thing, F5", "Progress +2", "A thing: its place is chosen later". */
export function gainWords(gain: Gain, say: Say, view: Head | null = null): string {
  const [rule, what, value] = gain;
  if (what === 'later') {
    const sticker = view && typeof value === 'number' ? giftOf(view, rule, value, say) : null;
    return sticker ? `${sticker}: ${say('web.kept.later.place')}` : say('web.kept.later');
  }
  if (typeof value === 'number') return countWords(what, value, say);
  if (what.includes('-')) return cardWords(what, value, say);
  const marked = markOn(what);
  if (marked) return `${say(`sticker.${marked.mark}`)}: ${say(`shape.${marked.piece}`)}`;
  const name = say(`sticker.${what}`);
  if (HEX_CELLS.test(value)) return amounts(value.split(BETWEEN).map(() => name)).join();
  return value === '' ? `${name}: ${say('web.kept.forfeited')}` : `${name}, ${value}`;
}

/** Why: the place that brought it, or the rule. */
export function gainReason([rule]: Gain, say: Say, has: (id: string) => boolean): string {
  const ids = [`kept.${rule}`, `tally.${rule}`];
  return say(ids.find(has) ?? 'web.kept.rule');
}
