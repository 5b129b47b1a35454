import { describe, expect, it } from 'vitest';
import { answeringSeat, readLate, readLine } from './told_line';

describe('a told line', () => {
  it('is an answer, a draw or a note of the table', () => {
    expect(readLine('1 place T4 2 C5')).toEqual({ by: 'seat', seat: 1, verb: 'place', words: ['T4', '2', 'C5'] });
    expect(readLine('* deck 2 B-T4')).toEqual({ by: 'chance', verb: 'deck', words: ['2', 'B-T4'] });
    expect(readLine('@ reveal 12')).toEqual({ by: 'table', verb: 'reveal', words: ['12'] });
  });

  it('says what was answered for somebody late, if it names it', () => {
    const late = (line: string) => readLate(readLine(line));
    expect(late('@ late 1 place T4 0 A1')).toEqual({ seat: 1, verb: 'place', words: ['T4', '0', 'A1'] });
    expect(late('@ late 12')).toEqual({ seat: 12, verb: null, words: [] });
    expect([late('1 late'), late('@ reveal 1')]).toEqual([null, null]);
  });

  it('belongs to the seat that answers, or that is answered for', () => {
    expect(['1 pass', '@ late 0 end', '@ late 2', '* deck 0 X', '@ reveal 1'].map(answeringSeat)).toEqual([
      1,
      0,
      2,
      null,
      null,
    ]);
  });
});
