/** Holds what a style sheet may ask of the page without making every change of it slow. */
import { expect, it } from 'vitest';

const SHEETS = import.meta.glob<string>('/src/**/*.{css,svelte}', { query: '?raw', import: 'default', eager: true });

/** Means something else than what it asks (`a:has(b) c`), or the whole page (`body:has(b)`). */
const FAR = /:has\((?:[^()]|\([^()]*\))*\)\)*\s*[\s>+~]\s*[^\s,{]|(?:\bbody|\bhtml|:root)[^\s,{]*:has\(/;

function farReaching(sheets: Record<string, string>): string[] {
  return Object.entries(sheets).flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => FAR.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

it('matches no more than one element anew when something comes into it', () => {
  expect(farReaching(SHEETS)).toEqual([]);
});

it('would notice', () => {
  const lines = ['body:not(:has(.play)) {', '.a:has(:global(.b)) > .c {', '.a:has(.b) .c,', 'p:has(.a) + p {'];
  expect(farReaching({ sheet: lines.join('\n') })).toHaveLength(lines.length);
  expect(farReaching({ sheet: '.row:has(:nth-child(2)) {\nlabel:has(> [type="radio"]),' })).toEqual([]);
});
