/** Pages that are fetched when they are opened; the start page alone comes with the first load. */
import type OperatorPage from '../pages/operator/OperatorPage.svelte';
import type ProfilePage from '../pages/profile/ProfilePage.svelte';
import type RulesAddress from '../pages/rules/RulesAddress.svelte';
import type TablePage from '../pages/table/TablePage.svelte';

type Lazy<Page> = () => Promise<{ default: Page }>;

export const lazyPages: {
  table: Lazy<typeof TablePage>;
  me: Lazy<typeof ProfilePage>;
  operator: Lazy<typeof OperatorPage>;
  rules: Lazy<typeof RulesAddress>;
} = {
  table: () => import('../pages/table/TablePage.svelte'),
  me: () => import('../pages/profile/ProfilePage.svelte'),
  operator: () => import('../pages/operator/OperatorPage.svelte'),
  rules: () => import('../pages/rules/RulesAddress.svelte'),
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
