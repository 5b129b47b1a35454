/** The screens of Roll & Build. */
import type { Sound } from '../../ui/effects/cue';
import { registerSkin } from '../laying/skin';
import './colours.css';
import { ensureSymbols } from './drawing/sprite';
import { skin } from './skin';

ensureSymbols();
registerSkin('roll_and_build', skin);

export {
  AnswerPicture,
  answerWords,
  Play,
  rhythm,
  RulePicture,
  Sign,
  SpectatorTable,
  Thumbnail,
  Zoom,
} from '../laying';
export { default as Final } from './Final.svelte';
export const sounds: Readonly<Record<string, Sound>> = { place: 'pencil', pass: 'pencil', end: 'paper' };
