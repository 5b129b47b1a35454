/** The few texts that are needed before the catalogue has loaded. */

import type { Catalogue } from './say';

export const BUILTIN_TEXTS: Record<'pl' | 'en', Catalogue> = {
  en: {
    plural: '0',
    forms: {
      'web.slow': ['The server takes its time. The page opens by itself.'],
      'web.again': ['Try again'],
      'web.fault.offline': ['There is no connection.'],
      'web.fault.broken': ['Something went wrong on the mode.'],
    },
  },
  pl: {
    plural: '0',
    forms: {
      'web.slow': ['Serwer się namyśla. Strona otworzy się sama.'],
      'web.again': ['Próbuję jeszcze raz'],
      'web.fault.offline': ['Nie ma połączenia.'],
      'web.fault.broken': ['Coś poszło nie tak po drodze.'],
    },
  },
};
