/** How this device shows things. Each setting stands on the root element, for every style sheet to use. */

import { load, save } from './storage';

export type Theme = 'auto' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/** How fast others' moves are shown. */
export type Speed = 'none' | 'fast' | 'normal' | 'slow';
export const SPEEDS: readonly Speed[] = ['none', 'fast', 'normal', 'slow'];
/** How long a move of somebody else is looked at. */
export const BEAT_MS: Readonly<Record<Speed, number>> = { none: 0, fast: 350, normal: 700, slow: 1400 };

/** Settings that only some games have a use for. */
export type Aid = 'patterns' | 'letters';

export interface Settings {
  theme: Theme;
  patterns: boolean; // [data-patterns="strong"]
  letters: boolean; // [data-letters="on"]
  left: boolean; // [data-hand="left"]
  sound: boolean; // [data-sound="on"]
  hideTalk: boolean;
  speed: Speed;
  /** Of sounds, from 0 to 1. */
  volume: number;
  /** Phones shake a little. */
  haptics: boolean;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  patterns: false,
  letters: false,
  left: false,
  sound: false,
  hideTalk: false,
  speed: 'normal',
  volume: 0.6,
  haptics: true,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...load<Partial<Settings>>('settings') });

export function changeSettings(what: Partial<Settings>): void {
  Object.assign(settings, what);
  save('settings', settings);
  applySettings();
}

export function applySettings(): void {
  const root = document.documentElement.dataset;
  set(root, 'theme', settings.theme === 'auto' ? null : settings.theme);
  set(root, 'patterns', settings.patterns ? 'strong' : null);
  set(root, 'letters', settings.letters ? 'on' : null);
  set(root, 'hand', settings.left ? 'left' : null);
  set(root, 'sound', settings.sound ? 'on' : null);
  colourBrowserFrame();
}

/** The browser's frame takes the table's colour: one for light and dark each, or the chosen one for both. */
function colourBrowserFrame(): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = (meta.dataset['own'] ??= meta.content);
    const dark = meta.media.includes('dark');
    const wanted = settings.theme === 'auto' || dark === (settings.theme === 'dark');
    meta.content = wanted ? own : (otherColour(meta) ?? own);
  }
}

function otherColour(meta: HTMLMetaElement): string | undefined {
  const all = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
  const twin = all.find((one) => one !== meta);
  return twin && (twin.dataset['own'] ??= twin.content);
}

function set(root: DOMStringMap, name: string, value: string | null): void {
  if (value === null) Reflect.deleteProperty(root, name);
  else root[name] = value;
}
