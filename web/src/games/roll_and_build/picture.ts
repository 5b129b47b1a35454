/** The picture of a score line: a printed thing, or how a kind is drawn. */
export interface Picture {
  thing?: string;
  kinds?: readonly string[];
  circle?: 'filled' | 'empty';
  /** Built over: the thing is crossed off. */
  off?: boolean;
}

const GROUPS = ['filled', 'hatched', 'crossed'];
const THINGS = new Set(['tree', 'rock', 'empty', 'well', 'plateau', 'forest', 'gold', 'bandit', 'bags']);

export function pictureOf(rule: string): Picture {
  const [name = '', ...rest] = rule.split('.');
  if (name === 'pass_row') return { circle: 'filled' };
  if (name === 'unpassed') return { circle: 'empty' };
  if (name === 'church') return { kinds: ['church'] };
  if (name.endsWith('groups') || name.endsWith('group')) return { kinds: GROUPS };
  const thing = rest.find((part) => THINGS.has(part));
  return thing ? { thing, off: name === 'all_covered' } : {};
}
