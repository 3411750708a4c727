import { call } from '../../api/client.ts';
import { openViewTab } from '../auth/hand-over-view.ts';
import { strings } from './customer.strings.ts';

/**
 * Opens a view of a customer in a tab of its own, while a press is handled. Throws what the server refuses, and where the
 * browser blocks the tab or it is closed at once; then no view is left behind.
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
