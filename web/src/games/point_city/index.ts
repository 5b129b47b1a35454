/** The screens of Point City. */
import './colours.css';

export { default as Play } from './Play.svelte';
export { default as Seat } from './Seat.svelte';
export { default as Sign } from './Sign.svelte';
export { default as Watch } from './Watch.svelte';
