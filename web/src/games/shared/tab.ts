/** A panel behind a tab. */
export interface Tab<Name extends string> {
  name: Name;
  icon: string;
  label: string;
  count?: number | undefined;
}
