import { expect, test } from 'vitest';
import { placeAround } from './around_table';

test('everybody has a place of their own around the table, the first one in front', () => {
  for (let seats = 1; seats <= 6; seats += 1) {
    const places = Array.from({ length: seats }, (_, seat) => placeAround(seat, seats));
    expect(places[0]).toEqual({ x: 50, y: 87 });
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(seats);
    expect(places.every(({ x, y }) => x >= 10 && x <= 90 && y >= 13 && y <= 87)).toBe(true);
  }
});
