/** An answer in words: cards by their names, as they lay on the table. */
import type { Say } from '../../base/i18n/say';
import { itemsIn, nameOf } from './cards/words';
import type { Item, View } from './view';

export function answerWords(view: View, answer: readonly (string | number)[], say: Say): string {
  const [verb, ...rest] = answer.map(String);
  const cards = rest.map((cell) => {
    const place = view.market.find((other) => other.cell === cell);
    return place?.side ? nameOf({ ...place }, say) : cell;
  });
  switch (verb) {
    case 'take':
    case 'flip':
      return `${say(`answer.${verb}`)}: ${cards.join(', ')}`;
    case 'pay':
      return `${say('answer.pay')}: ${itemsIn(rest as Item[], say)}`;
    case 'token':
      return `${say('answer.token')}: ${say(`token.${rest[0]}`)}`;
    default:
      return say(`answer.${verb}`);
  }
}
