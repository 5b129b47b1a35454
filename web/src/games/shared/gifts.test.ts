import { expect, it } from 'vitest';
import type { Head } from '../../base/api/view';
import type { Say } from '../../base/i18n/say';
import { giftOf, giftRows } from './gifts';

const say: Say = (id, ...rest) => [id, ...rest.filter((one) => typeof one === 'number')].join(' ');

it('tells what each place brings', () => {
  const gifts = [
    ['award.first', ['progress'], 2],
    ['award.first', ['R'], ''],
    ['award.others', [], ''],
    ['award.others', ['C-4th'], 'V3'],
    ['award.others', ['t', 'T'], ''],
  ];
  expect(giftRows({ gifts } as unknown as Head, say)).toEqual([
    { row: 'award.first', whom: 'kept.award.first', what: 'web.kept.count 2, sticker.R' },
    { row: 'award.others', whom: 'kept.award.others', what: 'card.C-4th: shape.V3, sticker.t / sticker.T' },
  ]);
  expect(giftOf({ gifts } as unknown as Head, 'award.first', 1, say)).toBe('sticker.R');
  expect(giftOf({ gifts } as unknown as Head, 'award.first', 2, say)).toBeNull();
  expect(giftRows({} as Head, say)).toEqual([]);
});
