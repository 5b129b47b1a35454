/** The size of the screen: phone, tablet or desktop, each with a layout of its own. */
import { MediaQuery } from 'svelte/reactivity';

export type Size = 'phone' | 'tablet' | 'desktop';

/** A wide and low window is laid out like a phone on its side: the columns of a tablet would not fit. */
const small = new MediaQuery(
  '(max-width: 767px) or (max-height: 560px) or ((max-height: 640px) and (max-width: 1199px))',
  false,
);
const wide = new MediaQuery('min-width: 1200px', true);

const fingers = new MediaQuery('(hover: none) and (pointer: coarse)', false);

/** Whether this device has only a touch screen, as far as it says. */
export const hasOnlyTouch = (): boolean => fingers.current;

export const screenSize = (): Size => (small.current ? 'phone' : wide.current ? 'desktop' : 'tablet');
