import { getToken } from '../api/session.ts';
import { isViewTab } from '../base/view-tab.ts';
import { notify } from '../ui/toasts.ts';
import { confirmCheckout, readAfterPortal } from './checkout-return.ts';
import { readReturn, returnStrings } from './returns.ts';

/** Handles what another site sent back, once, before the router reads the address. */
export function handleReturn(location: Location): void {
  const { news, checkoutDone, billingChanged, cleanSearch } = readReturn(location.search);
  if (cleanSearch === undefined) return;
  window.history.replaceState(null, '', location.pathname + cleanSearch + location.hash);
  for (const item of news) notify[item.tone](item.message);
  // A view changes nothing, and reads what is stored.
  const mayAsk = getToken() !== null && !isViewTab();
  if (checkoutDone && mayAsk) void confirmCheckout();
  else if (billingChanged) void tellAfterPortal(mayAsk);
}

/** Says so once the page shows it: who reloads at once must not see what was before. */
async function tellAfterPortal(mayAsk: boolean): Promise<void> {
  if (mayAsk) await readAfterPortal();
  notify.success(returnStrings.portal);
}
