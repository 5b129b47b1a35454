/** The tabs of the panels that a layout shows. */
import type { Say } from '../../../base/i18n/say';
import type { Tab } from '../../shared/tab';
import type { Panel } from './props';

const ICONS: Readonly<Record<Panel, string>> = {
  deck: 'cards',
  others: 'people',
  tally: 'seal',
  hints: 'anchors',
  rules: 'rules',
  log: 'clock',
};

/** `left`: how many cards the deck still has, where that stands in its tab. */
export const tabsOf = (panels: readonly Panel[], say: Say, left: number | undefined): Tab<Panel>[] =>
  panels.map((name) => ({
    name,
    icon: ICONS[name],
    label: say(`web.play.tab.${name}`),
    count: name === 'deck' ? left : undefined,
  }));
