/** Where sheets for paper are made. */
export const PAPERS = ['a4', 'letter'] as const;
/** How many sheets may share a page. */
export const PER_PAGE: readonly [number, ...number[]] = [1, 2];
export type Paper = (typeof PAPERS)[number];

/** Letter in the United States, A4 everywhere else. */
export function usualPaper(locale: string): Paper {
  return locale.toLowerCase() === 'en-us' ? 'letter' : 'a4';
}

/** The sheet of a way, or all sheets of a series. */
export function printed(mode: string, paper: Paper, language: string, perPage = 1): string {
  const several = perPage > 1 ? `&per_page=${perPage}` : '';
  return `/api/print/${mode}?paper=${paper}&lang=${language}${several}`;
}
