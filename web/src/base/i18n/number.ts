/** Numbers as people write them: with a real minus sign. */

export function plain(number: number): string {
  return number < 0 ? `\u2212${-number}` : String(number);
}

/** With a plus where it is a gain. */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : plain(number);
}
