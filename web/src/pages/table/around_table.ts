/** Where seats stand around an oval table, in percent of its picture. The first sits at the near side. */
const RADIUS_X = 40;
const RADIUS_Y = 37;

export function placeAround(seat: number, seats: number): { x: number; y: number } {
  const angle = Math.PI / 2 + (2 * Math.PI * seat) / seats;
  return { x: Math.round(50 + RADIUS_X * Math.cos(angle)), y: Math.round(50 + RADIUS_Y * Math.sin(angle)) };
}
