/** What the layouts of the playing screen arrange; the same for a phone, a tablet and a desktop. */
import type { Snippet } from 'svelte';
import type { Say } from '../../../base/i18n/say';
import type { Tab } from '../../shared/tab';

export type Panel = 'deck' | 'others' | 'tally' | 'hints' | 'rules' | 'log';

export interface LayoutProps {
  board: Snippet;
  /** The score ruler below the board, where the game has one. */
  ruler: Snippet;
  status: Snippet;
  hand: Snippet;
  actions: Snippet;
  deck: Snippet;
  tally: Snippet;
  log: Snippet;
  neighbours: Snippet<[upright: boolean]>;
  panel: Snippet<[Panel]>;
  /** The tabs of those panels that this game has. */
  tabs: (...panels: Panel[]) => Tab<Panel>[];
  tab: Panel | null;
  ontab: (tab: Panel | null) => void;
  say: Say;
  /** The board is much wider than tall: the hand lies below it instead of beside it. */
  wide: boolean;
  /** Something is to be chosen that needs no cell. */
  chooses: boolean;
}
