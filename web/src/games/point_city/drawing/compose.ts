/**
 * Pictures from text. A part is one of
 *
 *   k M10,72v-20h30z      a shape with an outline; ~k without one; -k a line, its width may follow
 *   gable 40 34 50 20 k   a form with its numbers and paints
 *   @cup 56 18 1.2        a motif, put there in this size
 *
 * with a letter for each paint; k is the colour of the building's kind. Parts are separated by semicolons.
 */
import { flat, INK, shape, stroke } from './strokes';

export type Form = (...words: never[]) => string;
export type Forms = Readonly<Record<string, Form>>;

const PAINTS: Readonly<Record<string, string>> = {
  a: 'var(--pc-water)',
  b: 'var(--pc-brick)',
  c: 'var(--pc-water-2)',
  d: 'var(--pc-wood)',
  e: 'var(--pc-wood-2)',
  f: 'var(--pc-leaf)',
  g: 'var(--pc-glass)',
  h: 'var(--pc-leaf-2)',
  i: INK,
  j: 'var(--pc-wood-ink)',
  l: 'var(--pc-slate)',
  m: 'var(--pc-pink)',
  n: 'var(--pc-fir)',
  o: 'var(--pc-gold)',
  r: 'var(--pc-rose)',
  s: 'var(--pc-shade)',
  t: 'var(--pc-stone)',
  u: 'var(--pc-trunk)',
  v: 'var(--pc-lilac)',
  w: 'var(--pc-wall)',
  x: 'var(--pc-white)',
  y: 'var(--pc-gold-2)',
};
const OUTLINE = 1.4;

/** Texts by name, as they stand in a file: a line with the name, then indented lines with the parts. */
export function entries(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of text.split(/\n(?=\S)/)) {
    const [head = '', ...lines] = entry.split('\n');
    const parts = lines.map((line) => line.trim()).filter(Boolean);
    if (parts.length) found.set(head.split(' ', 1)[0] ?? '', parts.join(';'));
  }
  return found;
}

export class Studio {
  readonly #forms: Forms;
  readonly #motifs: ReadonlyMap<string, string>;

  constructor(forms: Forms, motifs: ReadonlyMap<string, string> = new Map()) {
    this.#forms = forms;
    this.#motifs = motifs;
  }

  /** The SVG of a text; what it names and nobody knows is an error. */
  draw(text: string, colour: string): string {
    const parts = text.split(';').map((part) => part.trim());
    return parts.map((part) => this.#part(part.split(' '), colour)).join('');
  }

  #part([head = '', ...words]: string[], colour: string): string {
    const paint = (letter: string): string | undefined => (letter === 'k' ? colour : PAINTS[letter]);
    if (head.startsWith('@')) return this.#motif(head.slice(1), words.map(Number), colour);
    const form = this.#forms[head];
    if (form) return form(...(words.map((word) => paint(word) ?? Number(word)) as never[]));
    const fill = paint(head.at(-1) ?? '');
    const [path = '', width] = words;
    if (!fill || !path) throw new Error(`no such part: ${head}`);
    if (head.startsWith('~')) return flat(path, fill);
    return head.startsWith('-') ? stroke(path, fill, width ? Number(width) : OUTLINE) : shape(path, fill);
  }

  #motif(name: string, [x = 0, y = 0, size = 1]: number[], colour: string): string {
    const text = this.#motifs.get(name);
    if (!text) throw new Error(`no such motif: ${name}`);
    const drawn = this.draw(text, colour);
    if (!x && !y) return drawn;
    const thin = size === 1 ? '' : ` stroke-width="${+(OUTLINE / size).toFixed(2)}"`;
    const scale = size === 1 ? '' : ` scale(${size})`;
    return `<g transform="translate(${x} ${y})${scale}"${thin}>${drawn}</g>`;
  }
}
