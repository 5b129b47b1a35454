/** The person at this device. */

import { call } from './api/call';
import type { Me } from './api/types';
import { guessLanguage, isLanguage, useLanguage, type Language } from './i18n/texts.svelte';
import { load, save } from './storage';

export const MAX_NAME_LETTERS = 24;

let person = $state.raw<Me | null>(null);

export const me = (): Me | null => person;

/** Says hello to the server. A newcomer does so before any other call, so that only one person comes of it. */
export async function hello(): Promise<void> {
  const known = load<boolean>('known') ?? false;
  const texts = known ? useLanguage(guessLanguage()) : undefined;
  texts?.catch(() => undefined);
  try {
    person = await call<Me>('GET', '/api/me');
    save('known', true);
    await useLanguage(isLanguage(person.language) ? person.language : guessLanguage());
  } catch (error) {
    await texts; // without a connection the texts of the last visit still serve
    throw error;
  }
}

export async function rename(name: string): Promise<void> {
  person = await call<Me>('PUT', '/api/me', { name });
}

/** Switches at once; tells the server afterwards. */
export async function changeLanguage(language: Language): Promise<void> {
  await useLanguage(language);
  person = await call<Me>('PUT', '/api/me', { language });
}
