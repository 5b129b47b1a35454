/** How much room there is: the three layouts of every playing screen. */
import { MediaQuery } from 'svelte/reactivity';

export type Size = 'phone' | 'tablet' | 'desktop';

const small = new MediaQuery('(max-width: 767px) or (max-height: 560px)', false);
const wide = new MediaQuery('min-width: 1200px', true);

export const size = (): Size => (small.current ? 'phone' : wide.current ? 'desktop' : 'tablet');
