/** What is said to somebody at a fixed place of the playing screen, and what is told to all. */

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
}
