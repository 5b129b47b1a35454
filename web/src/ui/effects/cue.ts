/** What is heard and felt when something happens. Sounds come with code of their own, once they are switched on. */
import { settings } from '../../base/settings.svelte';
import type { Sound } from './synth';

export type { Sound };

/** How a phone shakes with it: milliseconds on, off, on. */
const SHAKES: Partial<Record<Sound, number[]>> = {
  wood: [14],
  paper: [10],
  pencil: [8, 30, 8],
  bell: [20],
  no: [18, 50, 18],
  win: [24, 60, 24, 60, 40],
};

/** Whether this device can shake. */
export const canShake = (): boolean => 'vibrate' in navigator && navigator.maxTouchPoints > 0;

export function cue(sound: Sound): void {
  const shake = SHAKES[sound];
  if (settings.haptics && shake && canShake() && navigator.userActivation?.hasBeenActive) navigator.vibrate(shake);
  if (settings.sound && settings.volume > 0 && !document.hidden) void hear(sound);
}

async function hear(sound: Sound): Promise<void> {
  try {
    const { play } = await import('./synth');
    play(sound, settings.volume);
  } catch {
    // Offline before the first sound, or a device without any: the match goes on in silence.
  }
}
