/** Where the sheet of an episode is printed. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Letter in the United States, A4 everywhere else. */
export function usualPaper(locale: string): Paper {
  return locale.toLowerCase() === 'en-us' ? 'letter' : 'a4';
}

export function printed(way: string, paper: Paper, language: string): string {
  return `/api/print/${way}?paper=${paper}&lang=${language}`;
}
