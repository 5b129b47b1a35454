/** The most characters that the name of a board has. */
export const MOST_LETTERS = 24;
