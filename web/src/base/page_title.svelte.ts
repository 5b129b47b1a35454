/** What the browser's tab shows: a title, and a lamp while it is my turn. */

import lit from './draw/icon_turn.svg?url';
import { say } from './i18n/texts.svelte';

const CALM = '/icon.svg'; // also of the manifest

export const tab = $state({ title: '', turn: false });

/** Call inside an effect. */
export function showTab(): void {
  const title = tab.title ? `${tab.title} · Tilefolk` : 'Tilefolk';
  document.title = tab.turn ? `● ${say('web.turn')} · ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = tab.turn ? lit : CALM;
  if ('setAppBadge' in navigator) {
    const done = tab.turn ? navigator.setAppBadge() : navigator.clearAppBadge();
    done.catch(() => undefined);
  }
}
