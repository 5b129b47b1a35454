/** The screens of Point City. */
import type { Sound } from '../../ui/effects/cue';
import './colours.css';

export { default as Play } from './Play.svelte';
export { default as Thumbnail } from './city/CityThumbnail.svelte';
export { rhythm } from './rhythm';
export { default as RulePicture } from './RulePicture.svelte';
export { default as AnswerPicture } from './AnswerPicture.svelte';
export { answerWords } from './answer_words';
export { default as Sign } from './Sign.svelte';
export { default as Zoom } from './city/Zoom.svelte';
export { default as SpectatorTable } from './SpectatorTable.svelte';
export const sounds: Readonly<Record<string, Sound>> = {
  take: 'paper',
  draw: 'paper',
  flip: 'paper',
  pay: 'wood',
  token: 'wood',
};
