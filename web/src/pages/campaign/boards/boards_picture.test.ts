import { describe, expect, it } from 'vitest';
import { layout, pictureOf, variablesIn } from './boards_picture';

describe('one picture of all boards', () => {
  it('has six to a row', () => {
    const { places, width, height } = layout(24);
    expect(places).toHaveLength(24);
    expect(new Set(places.map(([x]) => x)).size).toBe(6);
    expect(new Set(places.map(([, y]) => y)).size).toBe(4);
    expect(places.every(([x, y]) => x < width && y < height)).toBe(true);
  });

  it('brings its symbols and the values of its colours along', () => {
    const tile = { svg: '<svg viewBox="0 0 1 1"><path fill="var(--grass)"/></svg>', label: '1' };
    const text = pictureOf([tile], '<symbol id="a"/>', (name) => `#${name.length}`);
    expect(text).toContain('--grass:#7');
    expect(text).toContain('<defs><symbol id="a"/></defs>');
    expect(text).toMatch(/<svg x="\d+" y="\d+" width="280"/);
    expect(variablesIn('var(--a) var(--b, 1) var(--a)')).toEqual(['--a', '--b']);
  });
});
