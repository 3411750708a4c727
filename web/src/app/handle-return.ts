import { getToken } from '../api/session.ts';
import { isViewTab } from '../base/view-tab.ts';
import { notify } from '../ui/feedback/toasts.ts';
import { confirmCheckout, readAfterPortal } from './checkout-return.ts';
import { readReturn, returnStrings } from './returns.ts';

/** Handles the parameters of a return from another site, once, before the router reads the URL. */
export function handleReturn(location: Location): void {
  const { news, checkoutDone, billingChanged, cleanSearch } = readReturn(location.search);
  if (cleanSearch === undefined) return;
  window.history.replaceState(null, '', location.pathname + cleanSearch + location.hash);
  for (const item of news) notify[item.tone](item.message);
  // A view changes nothing and only reads what is stored.
  const mayAsk = getToken() !== null && !isViewTab();
  if (checkoutDone && mayAsk) void confirmCheckout();
  else if (billingChanged) void tellAfterPortal(mayAsk);
}

/** Shows the message once the data is up to date, so that a reload right after it shows no old state. */
async function tellAfterPortal(mayAsk: boolean): Promise<void> {
  if (mayAsk) await readAfterPortal();
  notify.success(returnStrings.portal);
}
