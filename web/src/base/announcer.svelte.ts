/** What a screen reader is told besides what stands on the page. */

let text = $state('');

export const announced = (): string => text;

export function announce(what: string): void {
  text = what;
}
