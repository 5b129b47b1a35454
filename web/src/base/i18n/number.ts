/** Numbers as people write them: with a real minus sign. */

export function plain(number: number): string {
  return number < 0 ? `\u2212${-number}` : String(number);
}

/** With a plus where it is a gain. */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : plain(number);
}

/** With one place after the point, or the comma where the language has one. */
export function decimal(number: number, language: string, withSign = false): string {
  const text = `${number < 0 ? '\u2212' : withSign && number > 0 ? '+' : ''}${Math.abs(number).toFixed(1)}`;
  return language === 'pl' ? text.replace('.', ',') : text;
}
