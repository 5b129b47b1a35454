/** Where sheets for paper are made. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Letter in the United States, A4 everywhere else. */
export function usualPaper(locale: string): Paper {
  return locale.toLowerCase() === 'en-us' ? 'letter' : 'a4';
}

/** The sheet of a way, or all sheets of a series. */
export function printed(mode: string, paper: Paper, language: string): string {
  return `/api/print/${mode}?paper=${paper}&lang=${language}`;
}
