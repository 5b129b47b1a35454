/** The log of a match as people read and hear it. */
import type { Say } from '../../base/i18n/say';

/** A line of the match as a sentence. */
export interface LogEntry {
  /** A name, or what the table says of itself; shown strong. */
  who: string;
  text: string;
  /** A bot wrote it in place of whoever is named. */
  byBot?: boolean;
}

/** The entries for a screen reader. */
export const spokenLog = (entries: readonly LogEntry[], say: Say): string =>
  entries.map(({ who, text, byBot }) => `${byBot ? say('web.play.log.by_bot', { name: who }) : who} ${text}`).join(' ');
