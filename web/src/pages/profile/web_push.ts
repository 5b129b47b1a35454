/** This device's subscription to messages: asked for only when somebody wants it. */

import { call } from '../../base/api/call';
import type { Calls, Delivery } from '../../base/api/types';

const WORKER = '/call.js';

/** `none`: this browser cannot; `insecure`: only over https; `denied`: switched off for this site. */
export type Push = 'none' | 'insecure' | 'denied' | 'off' | 'on';

/** What this browser can do, and does. */
export async function pushState(): Promise<Push> {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscription()) ? 'on' : 'off';
}

/** Why this device could not be subscribed. */
export class NoPush extends Error {
  constructor(readonly why: 'unasked' | 'denied' | 'failed') {
    super(why);
  }
}

/** Asks for permission. Raises NoPush, or what the server says. */
export async function callHere(key: string): Promise<Calls> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new NoPush(permission === 'denied' ? 'denied' : 'unasked');
  const made = await subscribed(key);
  const { endpoint, keys } = made.toJSON();
  try {
    return await call<Calls>('PUT', '/api/me/calls/device', {
      endpoint,
      p256dh: keys?.['p256dh'],
      auth: keys?.['auth'],
    });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

/** The browser asks its push service, which may be missing or out of reach. */
async function subscribed(key: string): Promise<PushSubscription> {
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (error) {
    throw new NoPush(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'failed');
  }
}

export async function silenceHere(): Promise<Calls | null> {
  const made = await subscription();
  if (!made) return null;
  await made.unsubscribe();
  return call<Calls>('POST', '/api/me/calls/silence', { endpoint: made.endpoint });
}

/** The browser gives its subscription up; the server knows nothing of it any more. */
export async function forgetHere(): Promise<void> {
  if ((await pushState()) === 'on') await (await subscription())?.unsubscribe();
}

/** A message to this device, just to try it. */
export async function testHere(): Promise<Delivery> {
  const made = await subscription();
  if (!made) throw new NoPush('failed');
  return call<Delivery>('POST', '/api/me/calls/test', { endpoint: made.endpoint });
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? null;
}
