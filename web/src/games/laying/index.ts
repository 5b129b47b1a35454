/** The screens of all laying games; each game's own `index.ts` says what it draws itself. */
import './colours.css';
import { drawShared } from './drawing/sprite';

drawShared();

export { default as Play } from './Play.svelte';
export { default as Thumbnail } from './board/BoardThumbnail.svelte';
export { default as Kept } from './keepsakes/KeptPictures.svelte';
export { default as SpectatorTable } from './SpectatorTable.svelte';
export { rhythm } from './rhythm';
export { default as Zoom } from './board/Zoom.svelte';
export { default as Sign } from './Sign.svelte';
export { default as RulePicture } from './RulePicture.svelte';
export { default as AnswerPicture } from './AnswerPicture.svelte';
export { answerWords } from './answer_words';
