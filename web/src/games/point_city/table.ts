/** What all parts of the playing screen show. */
import type { Say } from '../../base/i18n/say';
import type { Sitter } from '../contract';
import type { LogEntry } from '../shared/log_entry';
import type { Note } from '../shared/status_note';
import type { Desk } from './desk.svelte';
import type { LastTurn } from './last_turn';
import type { Cell, View } from './view';

export interface Table {
  readonly view: View;
  readonly seat: number | null;
  readonly desk: Desk;
  readonly names: readonly string[];
  readonly sitters: readonly Sitter[];
  readonly say: Say;
  readonly sent: string | null;
  readonly online: boolean;
  readonly entries: LogEntry[];
  /** What stands in the fixed place for words. */
  readonly status: Note;
  /** The newest turn of somebody else. */
  readonly last: LastTurn | null;
  /** What the main button says while it is not one's turn. */
  readonly idle: string;
  /** Whether a phone shows the pawns here. */
  readonly strip: boolean;
  press(cell: Cell, byKey: boolean): void;
  /** Opens a seat's city in large. */
  open(seat: number): void;
  showRules(): void;
}

/** What the market needs of it; without `press` one only looks. */
export type MarketTable = Pick<Table, 'view' | 'desk' | 'say' | 'names' | 'last'> & Partial<Pick<Table, 'press'>>;
