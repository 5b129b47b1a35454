/** The few texts that are needed before the catalogue has loaded. */

import type { Catalogue } from './say';

export const BUILTIN_TEXTS: Record<'pl' | 'en', Catalogue> = {
  en: {
    plural: '0',
    forms: {
      'web.slow': ['The server is taking its time. The page will open by itself.'],
      'web.again': ['Try again'],
      'web.fault.offline': ['There is no connection.'],
      'web.fault.broken': ['Something went wrong along the way.'],
    },
  },
  pl: {
    plural: '0',
    forms: {
      'web.slow': ['Serwer potrzebuje chwili. Strona otworzy się sama.'],
      'web.again': ['Spróbuj jeszcze raz'],
      'web.fault.offline': ['Nie ma połączenia.'],
      'web.fault.broken': ['Coś poszło nie tak po drodze.'],
    },
  },
};
