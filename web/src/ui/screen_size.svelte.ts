/** How much room there is: the three layouts of every playing screen. */
import { MediaQuery } from 'svelte/reactivity';

export type Size = 'phone' | 'tablet' | 'desktop';

/** What is wide and low is played like a phone on its side: a column of slips would not fit. */
const small = new MediaQuery(
  '(max-width: 767px) or (max-height: 560px) or ((max-height: 640px) and (max-width: 1199px))',
  false,
);
const wide = new MediaQuery('min-width: 1200px', true);

const fingers = new MediaQuery('(hover: none) and (pointer: coarse)', false);

/** Whether this device has neither keys nor a wheel, as far as it says. */
export const touches = (): boolean => fingers.current;

export const size = (): Size => (small.current ? 'phone' : wide.current ? 'desktop' : 'tablet');
