/** The language in use. Texts of the last visit serve at once; they are loaded anew once per visit. */

import { call } from '../api/call';
import { load, save } from '../storage';
import { BUILTIN_TEXTS } from './builtin_texts';
import { speaker, type Catalogue, type Names, type Say } from './say';

export const LANGUAGES = ['pl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

interface StoredTexts {
  build: string;
  catalogue: Catalogue;
}

/** The address of this file carries the build's hash. */
const BUILD = import.meta.url;
const requested = new Map<Language, Promise<Catalogue>>();

let current = $state<Language>(guessLanguage());
let catalogue = $state.raw<Catalogue>(BUILTIN_TEXTS[guessLanguage()]);
const speak = $derived(speaker(catalogue));

export const language = (): Language => current;

export const say: Say = (id: string, ...fills: (number | Names)[]) => speak(id, ...fills);

export const has = (id: string): boolean => Object.hasOwn(catalogue.forms, id);

export function isLanguage(name: string | null | undefined): name is Language {
  return LANGUAGES.some((known) => known === name);
}

/** The language until we know the person: of the last visit, or of the browser. */
export function guessLanguage(): Language {
  const last = load<string>('language');
  if (isLanguage(last)) return last;
  const wished = navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage);
  return wished ?? 'en';
}

/** Switches the language; resolves as soon as something can be said in it. */
export async function useLanguage(wanted: Language): Promise<void> {
  current = wanted;
  save('language', wanted);
  document.documentElement.lang = wanted;
  const last = load<StoredTexts>(`texts.${wanted}`);
  const usable = last?.build === BUILD;
  if (usable) catalogue = last.catalogue;
  const fresh = loadCatalogue(wanted).then((found) => {
    if (current === wanted) catalogue = found;
  });
  if (usable) fresh.catch(() => undefined);
  else await fresh;
}

function loadCatalogue(wanted: Language): Promise<Catalogue> {
  const before = requested.get(wanted);
  if (before) return before;
  const coming = call<Catalogue>('GET', `/api/texts/${wanted}`).then((found) => {
    save(`texts.${wanted}`, { build: BUILD, catalogue: found } satisfies StoredTexts);
    return found;
  });
  requested.set(wanted, coming);
  coming.catch(() => requested.delete(wanted));
  return coming;
}
