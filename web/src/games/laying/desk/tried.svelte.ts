/** What was chosen among the coach's answers comes into the hand. */
import { untrack } from 'svelte';
import type { Tried } from '../../contract';
import type { Desk } from './desk.svelte';

export function followTried(tried: () => Tried | null, desk: Desk): void {
  $effect(() => {
    const now = tried();
    if (now) untrack(() => desk.tryAnswer(now.answer));
  });
}
