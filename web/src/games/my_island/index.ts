/** The screens of My Island. */
import type { Sound } from '../../ui/effects/cue';
import { draw } from '../../base/draw/sprite';
import { registerSkin } from '../laying/skin';
import './colours.css';
import sprite from './drawing/sprite.svg?raw';
import { chapters } from './open_chapters';
import { skin } from './skin';

draw(sprite, 'my_island');
registerSkin('my_island', skin);

export {
  AnswerPicture,
  answerWords,
  Kept,
  Play,
  rhythm,
  RulePicture,
  Sign,
  SpectatorTable,
  Thumbnail,
  Zoom,
} from '../laying';
export const openChapter = (chapter: number): Promise<void> => chapters.open(chapter);
export const sounds: Readonly<Record<string, Sound>> = { place: 'wood', stick: 'paper', pass: 'paper', end: 'paper' };
