/** The language spoken now. Texts come at once from the last visit and are looked up anew once per visit. */

import { call } from '../api/call';
import { load, save } from '../storage';
import { FIRST } from './builtin_texts';
import { speaker, type Catalogue, type Names, type Say } from './say';

export const LANGUAGES = ['pl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Kept {
  build: string;
  catalogue: Catalogue;
}

/** The address of this file carries the build's hash. */
const BUILD = import.meta.url;
const asked = new Map<Language, Promise<Catalogue>>();

let spoken = $state<Language>(guess());
let catalogue = $state.raw<Catalogue>(FIRST[guess()]);
const speak = $derived(speaker(catalogue));

export const language = (): Language => spoken;

export const say: Say = (id: string, ...fills: (number | Names)[]) => speak(id, ...fills);

export const has = (id: string): boolean => Object.hasOwn(catalogue.forms, id);

export function isLanguage(name: string | null | undefined): name is Language {
  return LANGUAGES.some((known) => known === name);
}

/** What to speak before we know the person. */
export function guess(): Language {
  const last = load<string>('language');
  if (isLanguage(last)) return last;
  const wished = navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage);
  return wished ?? 'en';
}

/** Switches the language; resolves as soon as something can be said in it. */
export async function use(wanted: Language): Promise<void> {
  spoken = wanted;
  save('language', wanted);
  document.documentElement.lang = wanted;
  const last = load<Kept>(`texts.${wanted}`);
  const usable = last?.build === BUILD;
  if (usable) catalogue = last.catalogue;
  const fresh = look(wanted).then((found) => {
    if (spoken === wanted) catalogue = found;
  });
  if (usable) fresh.catch(() => undefined);
  else await fresh;
}

function look(wanted: Language): Promise<Catalogue> {
  const before = asked.get(wanted);
  if (before) return before;
  const coming = call<Catalogue>('GET', `/api/texts/${wanted}`).then((found) => {
    save(`texts.${wanted}`, { build: BUILD, catalogue: found } satisfies Kept);
    return found;
  });
  asked.set(wanted, coming);
  coming.catch(() => asked.delete(wanted));
  return coming;
}
