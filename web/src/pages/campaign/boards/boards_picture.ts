/** Many drawings of the page as one picture that stands for itself: its symbols and colours come along. */

const SIDE = 280;
const GAP = 12;
const LABEL = 24;
const COLUMNS = 6;

export interface Tile {
  /** An SVG as it stands in the page. */
  svg: string;
  label: string;
}

/** The names of all colours a drawing asks for. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? ''))];
}

/** Where the tiles lie, row by row, and how large all is. */
export function layout(tiles: number): { places: [x: number, y: number][]; width: number; height: number } {
  const columns = Math.min(COLUMNS, Math.max(1, tiles));
  const [step, rise] = [SIDE + GAP, SIDE + LABEL + GAP];
  const places = Array.from({ length: tiles }, (_, i): [number, number] => [
    GAP + (i % columns) * step,
    GAP + Math.floor(i / columns) * rise,
  ]);
  return { places, width: GAP + columns * step, height: GAP + Math.ceil(tiles / columns) * rise };
}

/** `symbols` are the sprites of the page, `valueOf` what a colour is there. */
export function pictureOf(tiles: readonly Tile[], symbols: string, valueOf: (name: string) => string): string {
  const { places, width, height } = layout(tiles.length);
  const drawn = tiles.map(({ svg, label }, i) => {
    const [x, y] = places[i] ?? [0, 0];
    const placed = svg.replace(/^<svg/, `<svg x="${x}" y="${y + LABEL}" width="${SIDE}" height="${SIDE}"`);
    const font = 'font-family="sans-serif" font-size="15" fill="var(--ink)"';
    return `<text x="${x}" y="${y + 16}" ${font}>${label}</text>${placed}`;
  });
  const body = `<defs>${symbols}</defs><rect width="100%" height="100%" fill="var(--paper)"/>${drawn.join('')}`;
  const colours = variablesIn(body)
    .map((name) => `${name}:${valueOf(name)}`)
    .join(';');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
    ` style="${colours.replaceAll('"', "'")}">${body}</svg>`
  );
}
