/** Sizes and times as people read them. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** "3.4 GB", in the words of a language: "3,4 GB". */
export function size(bytes: number, language: string): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const shown = new Intl.NumberFormat(language, { maximumFractionDigits: power ? 1 : 0 });
  return `${shown.format(bytes / 1000 ** power)} ${UNITS[power]}`;
}

export function count(number: number, language: string): string {
  return new Intl.NumberFormat(language).format(number);
}

/** English is read all over the world: the day before the month, the clock up to 24. */
const PLACES: Readonly<Record<string, string>> = { en: 'en-GB' };

/** A time that the server gives in seconds. */
export function moment(seconds: number, language: string): string {
  return new Date(seconds * 1000).toLocaleString(PLACES[language] ?? language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
