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
/** What opened chapters of campaigns and guides say, in the language in use. */
let chapters = $state.raw<Catalogue['forms']>({});
const opened = new Set<string>();
const speak = $derived(speaker({ ...catalogue, forms: { ...catalogue.forms, ...chapters } }));

export const language = (): Language => current;

export const say: Say = (id: string, ...fills: (number | Names)[]) => speak(id, ...fills);

export const has = (id: string): boolean => Object.hasOwn(catalogue.forms, id) || Object.hasOwn(chapters, id);

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

/** Switches the language; resolves as soon as something can be said in it. Until then the page keeps its words. */
export async function useLanguage(wanted: Language): Promise<void> {
  current = wanted;
  save('language', wanted);
  document.documentElement.lang = wanted;
  const texts = Promise.all([...opened].map((chapter) => loadChapter(chapter, wanted)));
  const last = load<StoredTexts>(`texts.${wanted}`);
  const usable = last?.build === BUILD;
  if (usable) catalogue = last.catalogue;
  const fresh = loadCatalogue(wanted).then((found) => {
    if (current === wanted) catalogue = found;
  });
  if (usable) fresh.catch(() => undefined);
  else await fresh;
  await texts;
}

/** Adds what only this chapter of a campaign says; it stays sealed for whoever may not know it yet. */
export const openChapter = (game: string, chapter: number): Promise<void> => openTexts(game, `${chapter}`);

/** Adds a part of a game's texts that only those get who need it: a chapter's, or the guide's. */
export async function openTexts(game: string, part: string): Promise<void> {
  const name = `${game}/${part}`;
  if (opened.has(name)) return;
  opened.add(name);
  await loadChapter(name, current);
}

async function loadChapter(name: string, wanted: Language): Promise<void> {
  try {
    const { forms } = await call<Pick<Catalogue, 'forms'>>('GET', `/api/texts/${wanted}/${name}`);
    if (current === wanted) chapters = { ...chapters, ...forms };
  } catch {
    opened.delete(name); // asked again at the next table
  }
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
