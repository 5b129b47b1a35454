/** What decided between seats with the same points, in sentences. */
import type { Head } from '../../base/api/view';
import type { Say } from '../../base/i18n/say';

export function tieTexts({ ties = [] }: Pick<Head, 'ties'>, names: readonly string[], say: Say): string[] {
  return ties.map(([ahead, behind, rule, numbers]) =>
    say('web.result.tie', {
      name: names[ahead] ?? '',
      other: names[behind] ?? '',
      why: say(`tie.${rule}`, ...numbers),
    }),
  );
}
