/** The second of two quick taps on a sheet is not for what lay under it: a shield takes its place for a moment. */
import { hasOnlyTouch } from './screen_size.svelte';

const SHIELD_MS = 350; // longer than people need between the taps of a double tap
const BELOW_SHEETS = '3'; // what stays open, and the tabs of a shut sheet, lie above it

/** Attached to what is on the page only while a sheet is open. */
export function shieldsBelow(): () => void {
  return () => {
    if (!hasOnlyTouch()) return;
    const shield = document.createElement('div');
    shield.dataset.shield = '';
    Object.assign(shield.style, { position: 'fixed', inset: '0', zIndex: BELOW_SHEETS, touchAction: 'none' });
    document.body.append(shield);
    setTimeout(() => shield.remove(), SHIELD_MS);
  };
}
