/** What a key means on this screen. Enter and Space press what has the focus, as everywhere. */

export type Step = readonly [down: number, right: number];
export type Command =
  { do: 'step'; step: Step } | { do: 'flip' | 'draw' | 'swap' | 'another' | 'undo' | 'rules' | 'clear' };

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const WORDS: Readonly<Record<string, Exclude<Command['do'], 'step'>>> = {
  f: 'flip',
  d: 'draw',
  s: 'swap',
  p: 'another',
  backspace: 'undo',
  '?': 'rules',
  escape: 'clear',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

export function commandOf({ key, ctrlKey, metaKey, altKey, repeat }: Pressed): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  const step = STEPS[key];
  if (step) return { do: 'step', step };
  const word = WORDS[key.toLowerCase()];
  return word && !repeat ? { do: word } : null;
}
