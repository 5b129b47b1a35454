/** This device's subscription to messages: asked for only when somebody wants it. */

import { call } from '../api/call';
import type { Calls } from '../api/types';

const WORKER = '/call.js';

export type Push = 'none' | 'denied' | 'off' | 'on';

/** What this browser can do, and does. */
export async function pushState(): Promise<Push> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscription()) ? 'on' : 'off';
}

/** Asks for permission; null when it was not given. */
export async function callHere(key: string): Promise<Calls | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return call<Calls>('PUT', '/api/me/calls/device', { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] });
}

export async function silenceHere(): Promise<Calls | null> {
  const made = await subscription();
  if (!made) return null;
  await made.unsubscribe();
  return call<Calls>('POST', '/api/me/calls/silence', { endpoint: made.endpoint });
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? null;
}
