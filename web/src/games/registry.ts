/** The games: the only place of the client that names them. Each comes in chunks of its own when it is needed. */
import type { Component } from 'svelte';
import type { Aid } from '../base/settings.svelte';
import type { Head } from '../base/api/view';
import type { Sound } from '../ui/effects/cue';
import type { Rhythm } from '../live/log/playback.svelte';
import type { Say } from '../base/i18n/say';
import type {
  AnswerPictureProps,
  FinalProps,
  KeptProps,
  PlayProps,
  RulePictureProps,
  SignProps,
  SpectatorProps,
  ThumbnailProps,
  ZoomProps,
} from './contract';

export interface Screens<View extends Head = Head> {
  Play: Component<PlayProps<View>>;
  Thumbnail: Component<ThumbnailProps<View>>;
  /** How others' moves are seen one after the other. */
  rhythm: Rhythm<View>;
  /** What is heard when one answers, by verb. */
  sounds: Readonly<Record<string, Sound>>;
  /** A board in large, over the page. */
  Zoom: Component<ZoomProps<View>>;
  Sign?: Component<SignProps<View>>;
  /** One seat's end, told piece by piece; the ledger of all follows. */
  Final?: Component<FinalProps<View>>;
  /** What stands beside a board at the end of a campaign, in pictures. */
  Kept?: Component<KeptProps<View>>;
  /** What lies between the boards, and what happened. */
  SpectatorTable: Component<SpectatorProps<View>>;
  /** The example of a rule. */
  RulePicture?: Component<RulePictureProps>;
  AnswerPicture?: Component<AnswerPictureProps<View>>;
  /** An answer in the words of the game, as it was possible in this view. */
  answerWords?(view: View, answer: readonly (string | number)[], say: Say): string;
  /** Loads what only a chapter of the game's campaign draws. */
  openChapter?(chapter: number): Promise<void>;
}

export interface Circles {
  groups: number;
  size: number;
}

interface Game {
  /** Whether it is offered to a single person without bots. */
  solo?: boolean;
  aids: readonly Aid[];
  /** How many circles of progress a row of its campaign has: so many groups of so many. */
  circles?: Circles;
  screens: () => Promise<Screens>;
  lid: () => Promise<{ default: Component }>;
}

const GAMES: Readonly<Record<string, Game>> = {
  my_city: {
    solo: true,
    aids: ['patterns', 'letters'],
    screens: drawing(() => import('./my_city')),
    lid: () => import('./my_city/Lid.svelte'),
  },
  roll_and_build: {
    solo: true,
    aids: [],
    screens: drawing(() => import('./roll_and_build')),
    lid: () => import('./roll_and_build/Lid.svelte'),
  },
  my_island: {
    solo: true,
    aids: ['letters'],
    circles: { groups: 4, size: 10 },
    screens: drawing(() => import('./my_island')),
    lid: () => import('./my_island/Lid.svelte'),
  },
  point_city: {
    aids: [],
    screens: drawing(() => import('./point_city')),
    lid: () => import('./point_city/Lid.svelte'),
  },
};

/** Screens that draw one game's view. A view says its game, so it never comes to other screens than its own. */
function drawing<View extends Head>(load: () => Promise<Screens<View>>): () => Promise<Screens> {
  return load as unknown as () => Promise<Screens>;
}

/** What of the settings this game has. */
export const aidsOf = (mode: string): readonly Aid[] => GAMES[gameOf(mode)]?.aids ?? [];

const CIRCLES: Circles = { groups: 1, size: 30 };

/** The circles of progress in one of the two rows of its campaign. */
export const circlesOf = (mode: string): Circles => GAMES[gameOf(mode)]?.circles ?? CIRCLES;

/** Whether the game is worth playing alone, without bots. */
export const isForOne = (mode: string): boolean => GAMES[gameOf(mode)]?.solo ?? false;

/** The name of the game behind `game/way`. */
export function gameOf(mode: string): string {
  return mode.split('/')[0] ?? '';
}

export async function screensOf(mode: string): Promise<Screens> {
  const game = GAMES[gameOf(mode)];
  if (!game) throw new Error(`no screens for ${mode}`);
  return game.screens();
}

/** The picture on the box; null for a game this client does not know. */
export async function lidOf(mode: string): Promise<Component | null> {
  return (await GAMES[gameOf(mode)]?.lid())?.default ?? null;
}
