import { call } from '../../../api/client.ts';
import { openViewTab } from '../../auth/hand-over-view.ts';
import { strings } from './customer.strings.ts';

/**
 * Opens a view of a customer in a new tab; must be called within a click. Throws if the server refuses, the
 * browser blocks the tab, or the tab is closed at once; in that case the view is ended again.
 */
export async function beginView(id: string, reason: string): Promise<{ message: string }> {
  const tab = openViewTab();
  if (!tab) throw new Error('The browser blocked the tab.');
  let token: string | undefined;
  try {
    ({ token } = await call('POST /api/admin/users/:id/view-as', { params: { id }, body: { reason } }));
    await tab.handOver(token);
  } catch (error) {
    tab.close();
    if (token) await call('POST /api/auth/signout', {}, { token }).catch(() => undefined);
    throw error;
  }
  return { message: strings.viewOpened };
}
