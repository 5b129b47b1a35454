/** What the fixed place beside the buttons says: why not here, what was refused, what is waited for. */
export interface Note {
  tone: 'bad' | 'good' | 'calm';
  lines: string[];
  icon?: string;
}
