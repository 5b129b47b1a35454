/** What a key means on the play screen. */
import type { Direction } from '../grid/geometry';

export type Command =
  | { do: 'step'; direction: Direction }
  | { do: 'turn'; by: 1 | -1 }
  | { do: 'light'; line: number }
  | { do: 'anchors' | 'flip' | 'confirm' | 'undo' | 'pass' | 'end' | 'rules' | 'list' | 'back' | 'next' };

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const WORDS: Readonly<Record<string, Exclude<Command['do'], 'step' | 'turn' | 'light'>>> = {
  a: 'anchors',
  f: 'flip',
  enter: 'confirm',
  backspace: 'undo',
  p: 'pass',
  e: 'end',
  l: 'list',
  '?': 'rules',
  escape: 'back',
  ' ': 'next',
};

/** What a key that is held down does not do again. */
const ONCE: ReadonlySet<Command['do']> = new Set(['confirm', 'undo', 'pass', 'end', 'next'] as const);

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  readonly repeat?: boolean;
};

export function commandOf(event: Pressed): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const direction = DIRECTIONS[event.key];
  if (direction) return { do: 'step', direction };
  const key = event.key.toLowerCase();
  if (key === 'r') return { do: 'turn', by: event.shiftKey ? -1 : 1 };
  if (/^[1-9]$/.test(key)) return { do: 'light', line: Number(key) - 1 };
  const word = WORDS[key];
  return word && !(event.repeat && ONCE.has(word)) ? { do: word } : null;
}
