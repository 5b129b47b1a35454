/** What lies behind the tabs of a phone or a tablet. */
import type { Say } from '../../base/i18n/say';
import type { Tab } from '../shared/tab';

export type Panel = 'city' | 'tokens' | 'deck' | 'others' | 'log' | 'rules';

const ICONS: Readonly<Record<Panel, string>> = {
  city: 'anchors',
  tokens: 'seal',
  deck: 'cards',
  others: 'people',
  log: 'clock',
  rules: 'rules',
};

export const tabs = (say: Say, ...panels: Panel[]): Tab<Panel>[] =>
  panels.map((name) => ({ name, icon: ICONS[name], label: say(`web.pc.tab.${name}`) }));
