/** Signs for those who plan. */
import { short, type Point } from '../../laying/grid/geometry';

/** A word on a disc, its rim in the colour of what it speaks of. */
export function disc([x, y]: Point, fill: string, text: string, ticked: boolean, rim = 'wood-ink'): string {
  const wide = (ticked && text ? 9 : 0) + Math.max(0, text.length - 2) * 7;
  const tick =
    `<path d="m${short(text ? 2.5 : -4)} .3 2.6 2.9 5-5.9" fill="none" stroke="var(--paper)"` +
    ` stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
  const ink = ticked ? 'var(--paper)' : 'var(--ink)';
  const word =
    text &&
    `<text x="${ticked ? -3.5 : 0}" y="4.4" text-anchor="middle" font-family="var(--serif)"` +
      ` font-weight="700" font-size="12.5" fill="${ink}">${text}</text>`;
  return (
    `<g transform="translate(${short(x)} ${short(y)})">` +
    `<rect x="${-9 - wide / 2}" y="-9" width="${18 + wide}" height="18" rx="9"` +
    ` fill="var(--${fill})" stroke="var(--${rim})" stroke-width="2"/>` +
    `${word}${ticked ? tick : ''}</g>`
  );
}
