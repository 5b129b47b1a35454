/** Sentences from a catalogue: the same holes and plurals as `tilefolk.locale`. */

import { plain } from './number';
import { readPlural, type Plural } from './plural';

/** What GET /api/texts/{language} answers. */
export interface Catalogue {
  plural: string;
  forms: Record<string, string[]>;
}

export type Names = Record<string, string | number>;
export type Say = (id: string, ...fills: (number | Names)[]) => string;

const HOLE = /\{(\w+)(?::(\+?)d?)?\}|\{\{|\}\}/g;

/** The speaker of a catalogue; an id without a text is said as it is. */
export function speaker(catalogue: Catalogue): Say {
  const plural = lenient(catalogue.plural);
  return (id, ...fills) => {
    const forms = Object.hasOwn(catalogue.forms, id) ? catalogue.forms[id] : undefined;
    if (!forms) return id;
    const numbers = fills.filter((fill) => typeof fill === 'number');
    const names: Names = Object.assign({}, ...fills.filter((fill) => typeof fill === 'object'));
    const first = numbers[0];
    const form = forms.length > 1 && first !== undefined ? plural(Math.abs(first)) : 0;
    return fill(forms[form] ?? forms[0] ?? id, numbers, names);
  };
}

function lenient(formula: string): Plural {
  try {
    return readPlural(formula);
  } catch {
    return () => 0;
  }
}

function fill(text: string, numbers: number[], names: Names): string {
  return text.replace(HOLE, (hole, name: string | undefined, sign: string | undefined) => {
    if (name === undefined) return hole.charAt(0);
    const value = /^\d+$/.test(name) ? numbers[Number(name)] : names[name];
    if (value === undefined) return hole;
    if (typeof value !== 'number') return value;
    return sign === '+' && value >= 0 ? `+${value}` : plain(value);
  });
}
