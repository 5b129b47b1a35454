/** What a laying game draws itself; everything else of its screens is shared. */
import type { Component } from 'svelte';
import type { Say } from '../../base/i18n/say';
import type { EntryView, Head } from '../../base/api/view';
import type { GivenView, RulePictureProps, SignProps } from '../contract';
import type { ChapterDrawings, NamedPicture } from './chapter_drawings.svelte';
import type { Desk } from './desk/desk.svelte';
import type { Lit } from './drawing/highlight';
import type { Box, Geometry } from './grid/geometry';
import { partsOf } from './grid/parts';
import type { Preview } from './desk/preview.svelte';
import type { LayingRulesPage } from './rule_picture';
import type { Drawn, Look, Scene } from './grid/scene';
import { sticker } from './drawing/sticker';
import { STICKER } from './desk/stickers';
import type { Action, BoardView, View } from './view';

export interface DeckProps {
  view: View;
  say: Say;
  /** Pixels to a cell. */
  unit?: number;
  /** One row of what is still to come, for the edge of a phone's sheet. */
  flat?: boolean;
}

export interface PartProps {
  view: View;
  desk: Desk;
  say: Say;
  names: readonly string[];
  phone: boolean;
  /** Whether the match before this one was played in the same series. */
  continues?: boolean;
  /** Per seat, all that it was ever given. */
  history?: readonly (readonly GivenView[])[];
}

export interface TallyProps {
  view: View;
  seat: number;
  say: Say;
  /** Called with the line's cells and its number, null when nothing is pointed at. */
  onlight?: (cells: string | null, line: number | null) => void;
  /** Called when a line is chosen to stay lit. */
  onpin?: (line: number) => void;
  lit?: number | null;
  /** What the draft on the board would change. */
  preview?: Preview | null;
  /** Larger targets for fingers. */
  tall?: boolean;
}

export interface RulesProps {
  view: View;
  say: Say;
  Picture?: Component<RulePictureProps>;
  /** Whether the match before this one was played in the same series. */
  continues?: boolean;
  /** Examples alone, as small as can be read. */
  small?: boolean;
  onopen?: (() => void) | undefined;
}

export interface BoardProps {
  view: View;
  desk: Desk;
  say: Say;
  sent: string | null;
  /** Coordinates beside the board; a phone has no room for them. */
  coordinates: boolean;
  /** Whether one may look at a part of it from near. */
  closable?: boolean;
  label: string;
}

export interface Skin {
  /** What of the plane is shown, or of one part of the board; all cells and nothing else unless it says otherwise. */
  frame?(grid: Geometry, small: boolean, part?: number): Box;
  /** The messages that name the parts of a board that has several. */
  parts?(): readonly string[];
  /** The land without anything on it. */
  land(scene: Scene): string;
  /** What stands on cells that are not covered. */
  symbols(scene: Scene): string;
  /** One piece, on a board or anywhere else. */
  piece(grid: Geometry, piece: Drawn, look: Look): string;
  /** The name of the drawing on a sticker; its first letters stand there where there is none. */
  sticker?(name: string, rule?: string): string | null;
  /** Whether a rule has put something that looks different from the ordinary: the name of its drawing. */
  artPutBy?(rule: string): string | undefined;
  /** The layer of the ground on which the thing of a sticker lies, where it may be taken away again. */
  layerOf?(sticker: string): string | undefined;
  /** Over all that is laid. */
  over(scene: Scene): string;
  /** Over everything, and different with the piece in mind. */
  live?(scene: Scene): string;
  /** Quiet signs for those who plan, over all that is laid. */
  hints?(scene: Scene, desk: Desk): string;
  /** Over the piece in mind: what makes its place good or bad. */
  reasons?(scene: Scene, piece: Drawn, rules: readonly string[]): string;
  /** Which cells a tally line lights. */
  lit?(scene: Scene, entry: EntryView): Lit;
  /** A card, a roll or a piece in a few words; its shape and kind unless it says otherwise. */
  card?(card: string, view: View, say: Say): string;
  /** What the last of these draws brought, where neither it nor the shape tells. */
  brought?(draws: readonly string[], view: View, say: Say): string | null;
  /** What stands small beside the name of the piece in the hand; its kind and size unless it says otherwise. */
  about?(piece: Drawn, say: Say): string;
  /** A few words beside a tally line; what its rule says one is worth unless it says otherwise. */
  note?(rule: string, view: View, seat: number, say: Say): string | undefined;
  /** Cards with the same word stand in one row of the deck; the kind unless it says otherwise. */
  row?(card: string, view: View): string;
  /** Pieces may be mirrored: there is a button for it. */
  flips?: boolean;
  /** What the opened chapters of its campaign draw. */
  chapters?: ChapterDrawings;
  /** The last number of the score ruler, 50 unless it says otherwise; 0 for no ruler. */
  ruler?: number;
  /** The game's own messages in the place of shared ones. */
  words?: Readonly<Record<string, string>>;
  /** The picture of a tally line. */
  Sign: Component<SignProps<View>>;
  /** What was drawn, above the piece in the hand. */
  Draw?: Component<PartProps>;
  /** In the place of the deck: what is still to come. */
  Deck?: Component<DeckProps>;
  /** In the place of the tally. */
  Tally?: Component<TallyProps>;
  /** In the place of the rules in force. */
  Rules?: Component<RulesProps>;
  /** Whatever is shown once when a match begins. */
  Start?: Component<PartProps>;
  /** A panel of its own beside the tally: hints that need words. */
  Hints?: Component<PartProps>;
  /** Whether that panel has anything to show; always unless it says otherwise. */
  hasHints?(view: View): boolean;
  /** The picture of an answer one may choose; words alone where there is none. */
  answer?(action: Action, board: BoardView): NamedPicture | undefined;
  /** What dice show, in an example of a rule. */
  Roll?: Component<{ page: LayingRulesPage; roll: readonly string[] }>;
  /** In the place of the whole board. */
  Board?: Component<BoardProps>;
}

const SKINS = new Map<string, Skin>();

/** Registers a game's skin; its `index.ts` does that when the game's screens are loaded. */
export function registerSkin(game: string, skin: Skin): void {
  SKINS.set(game, skin);
}

export function skinOf(view: Pick<Head, 'game'>): Skin {
  const skin = SKINS.get(view.game.split('/')[0] ?? '');
  if (!skin) throw new Error(`no skin for ${view.game}`);
  return skin;
}

/** A piece or a sticker. */
export function drawPiece(skin: Skin, grid: Geometry, piece: Drawn, look: Look): string {
  if (piece.kind !== STICKER) return skin.piece(grid, piece, look);
  const art = skin.sticker?.(piece.name, piece.rule) ?? null;
  return piece.cells.map((cell) => sticker(grid, cell, piece.name, art, look)).join('');
}

/** What of the plane a board shows: all of it, or one of its parts. */
export function frameOf(skin: Skin, grid: Geometry, small: boolean, part?: number): Box {
  const cells = part === undefined ? undefined : partsOf(grid)[part];
  return skin.frame?.(grid, small, part) ?? grid.box(cells ?? grid.positions(grid.cells));
}

/** What is said, in the game's own words. */
export function sayInSkin(say: Say, { words = {} }: Skin): Say {
  return (id, ...rest) => say(words[id] ?? id, ...rest);
}
