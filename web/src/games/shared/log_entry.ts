/** What is said to somebody at a fixed place of the playing screen, and what is told to all. */
import type { Say } from '../../base/i18n/say';

export interface Words {
  tone: 'bad' | 'good' | 'calm';
  lines: string[];
  icon?: string;
}

/** A line of the match as a sentence. */
export interface Told {
  /** A name, or what the table says of itself; shown strong. */
  who: string;
  text: string;
  /** A bot wrote it in place of whoever is named. */
  by_bot?: boolean;
}

/** Sentences for ears. */
export const aloud = (told: readonly Told[], say: Say): string =>
  told.map(({ who, text, by_bot }) => `${by_bot ? say('web.play.log.by_bot', { name: who }) : who} ${text}`).join(' ');
