/** What a screen reader is told besides what stands on the page. */

let text = $state('');

export const voice = () => text;

export function tell(what: string): void {
  text = what;
}
