import { describe, expect, it } from 'vitest';
import { echo } from './testing/sample';
import { entriesOf } from './log_lines';

const KINDS = ['energy', 'ecology', 'economy', 'industry'];
const OPENING = [
  '* first 0 1',
  '* token 0 flat-5',
  ...Array.from({ length: 17 }, (_, i) => `* tier1 ${i} up ${KINDS[i % 4]}`),
].reverse();
const NAMES = ['Ola', 'Jan'];
const texts = (...lines: string[]): string[] =>
  entriesOf({ lines: [...OPENING, ...lines], botLines: [] }, NAMES, echo).map(({ who, text }) => `${who} ${text}`);

describe('the tale', () => {
  it('tells who begins, and nothing of what chance lays out', () => {
    expect(texts()).toEqual(['Jan web.pc.log.first']);
  });

  it('knows the cards by their cells, also after refilling and flipping', () => {
    const entries = texts(
      '1 take b1 a1',
      '* tier1 16 down G01-energy',
      '* tier1 17 down G02-energy',
      '* tier1 18 up ingenuity', // fills a1, then b1
      '0 flip c1',
      '* tier1 2 down G03-energy',
      '0 take c1 b1',
      '0 pay energy-1',
      '0 token flat-5',
      '* tier2 0 up energy',
      '* tier1 19 up ecology',
      '1 take b1 c1',
    );
    expect(entries.slice(1)).toEqual([
      'Jan web.pc.log.take|resource.ecology|resource.energy',
      'Ola web.pc.log.flip|resource.economy',
      'Ola web.pc.log.take|building.G03-energy|building.G02-energy',
      'Ola web.pc.log.pay|item.energy-1',
      'Ola web.pc.log.token|token.flat-5',
      'Jan web.pc.log.take|resource.ingenuity|resource.ecology',
    ]);
  });

  it('tells both cards of a draw, the blind one too', () => {
    expect(texts('1 draw', '* tier1 17 up ingenuity', '* tier1 18 up energy').at(-1)).toBe(
      'Jan web.pc.log.draw|resource.energy|resource.ingenuity',
    );
  });

  it('forgets what was taken back', () => {
    const entries = texts('1 take a1 b1', '1 pay energy-1', '1 take c1 d1');
    expect(entries.slice(1)).toEqual(['Jan web.pc.log.take|resource.economy|resource.industry']);
  });

  it('goes on after somebody was late', () => {
    const entries = texts(
      '@ late 1',
      '* tier1 17 up energy',
      '* tier1 18 up ecology',
      '0 draw',
      '* tier1 19 up industry',
      '* tier1 20 up energy',
    );
    expect(entries.slice(1)).toEqual([
      'Jan web.play.log.late',
      'Ola web.pc.log.draw|resource.ecology|resource.industry',
    ]);
  });

  it('tells the news alone', () => {
    const lines = [...OPENING, '1 take a1 b1', '0 draw'];
    const botLines = [lines.length - 1];
    expect(entriesOf({ lines, botLines }, NAMES, echo, lines.length - 1)).toMatchObject([{ byBot: true }]);
  });
});
