import { getToken } from '../api/session.ts';
import { isViewTab } from '../base/view-tab.ts';
import { notify } from '../ui/toasts.ts';
import { confirmCheckout, readAfterPortal } from './checkout-return.ts';
import { readReturn } from './returns.ts';

/** Handles what another site sent back, once, before the router reads the address. */
export function handleReturn(location: Location): void {
  const { news, checkoutDone, billingChanged, cleanSearch } = readReturn(location.search);
  if (cleanSearch === undefined) return;
  window.history.replaceState(null, '', location.pathname + cleanSearch + location.hash);
  for (const item of news) notify[item.tone](item.message);
  // A view changes nothing, and reads what is stored.
  if (!getToken() || isViewTab()) return;
  if (checkoutDone) void confirmCheckout();
  else if (billingChanged) void readAfterPortal();
}
