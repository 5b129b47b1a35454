/** Pages that are fetched when they are opened; the start page alone comes with the first load. */
type Lazy<Page> = () => Promise<{ default: Page }>;
type TablePage = typeof import('../pages/table/TablePage.svelte').default;
type ProfilePage = typeof import('../pages/profile/ProfilePage.svelte').default;
type OperatorPage = typeof import('../pages/operator/OperatorPage.svelte').default;

export const lazyPages: { table: Lazy<TablePage>; me: Lazy<ProfilePage>; operator: Lazy<OperatorPage> } = {
  table: () => import('../pages/table/TablePage.svelte'),
  me: () => import('../pages/profile/ProfilePage.svelte'),
  operator: () => import('../pages/operator/OperatorPage.svelte'),
};

/** Fetches the table's page at the first sign of somebody's hand, so that a table opens at once. */
export function fetchAhead(): () => void {
  const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
  const fetchTable = (): void => {
    stop();
    lazyPages.table().catch(() => undefined); // opening it will try again, and say so
  };
  const stop = (): void => signs.forEach((sign) => removeEventListener(sign, fetchTable));
  for (const sign of signs) addEventListener(sign, fetchTable, { passive: true });
  return stop;
}
