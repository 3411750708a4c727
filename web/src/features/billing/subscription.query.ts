import type { CancelReason, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { invalidate, queryOf, rememberUser, useCurrentUser } from '../../api/query.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useOnPageShow } from '../../ui/useOnPageShow.ts';
import { describePortalError } from './prices.rules.ts';

/** How long an answer stays fresh, in ms: each page of the history is a call to the provider. */
const FRESH_MS = 300_000;

/** The full subscription. It can change at the provider, so an answer only stays fresh for some minutes. */
export const subscriptionQuery = queryOptions({
  ...queryOf('GET /api/subscription'),
  staleTime: FRESH_MS,
});

/** A page of the billing history: the first, or the one after an invoice. The old page stays meanwhile. */
export function historyQuery(after: string | undefined) {
  const page = queryOf('GET /api/billing/history', { query: after === undefined ? {} : { after } });
  return queryOptions({ ...page, placeholderData: keepPreviousData, staleTime: FRESH_MS });
}

/** Refetches everything that depends on the plan. */
export async function refreshAfterPlanChange(): Promise<void> {
  await invalidate(
    'GET /api/subscription',
    'GET /api/billing/history',
    'GET /api/twitter/accounts',
    'POST /api/check-scheduling-eligibility',
    'GET /api/posts',
  );
}

/** Without a connection, paid actions fail at once instead of being sent later. */
const neverLater = { networkMode: 'always' } as const;

export function useCancel(onDone: () => void) {
  return useMutation({
    ...neverLater,
    mutationFn: (body: { reason: CancelReason; feedback?: string }) =>
      call('POST /api/subscription/cancel', { body }),
    onSuccess: async (answer) => {
      await tell(answer);
      onDone();
    },
  });
}

/** Undoes a cancellation at once, or opens a checkout of the last plan if the subscription has ended. */
export function useReactivate() {
  const reactivate = useMutation({
    ...neverLater,
    mutationFn: () => call('POST /api/subscription/reactivate'),
    onSuccess: (answer) => (answer.url === null ? tell(answer) : window.location.assign(answer.url)),
  });
  return { reactivate: () => reactivate.mutate(), busy: useLeaving(reactivate), error: reactivate.error };
}

/** Opens the checkout of a price, with a trial if the person may have one. */
export function useSubscribe(priceId: string | undefined) {
  const checkout = useMutation({
    ...neverLater,
    mutationFn: (withTrial: boolean) =>
      withTrial
        ? call('POST /api/create-checkout-session', { body: { priceId } })
        : call('POST /api/create-checkout-session-no-trial', { body: { priceId } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const busy = useLeaving(checkout);
  const { variables: withTrial, error } = checkout;
  return { start: checkout.mutate, starting: busy ? withTrial : undefined, withTrial, error };
}

/** Opens the payment provider's portal at the card. */
export function useCardPortal() {
  const portal = useMutation({
    networkMode: 'always',
    mutationFn: () => call('POST /api/create-portal-session', { body: { update: 'card' } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => notify.error(describePortalError(error), { requestId: requestIdOf(error) }),
  });
  return { open: () => portal.mutate(), busy: useLeaving(portal) };
}

type Leave = { isPending: boolean; isSuccess: boolean; data: unknown; reset: () => void };

/** Whether a button to the payment provider is busy: during its call and while the page is unloading. */
function useLeaving({ isPending, isSuccess, data, reset }: Leave): boolean {
  useOnPageShow(reset);
  const leaves = typeof data === 'object' && data !== null && 'url' in data && data.url !== null;
  return isPending || (isSuccess && leaves);
}

/** Shows the changed plan everywhere, then the message. */
async function tell({ message, user }: { message: string; user: User }): Promise<void> {
  rememberUser(user);
  await refreshAfterPlanChange();
  notify.success(message);
}

/** Downloads the PDF of an invoice. */
export function useInvoiceDownload() {
  return useMutation({
    mutationFn: ({ id }: { id: string; fileName: string }) =>
      call('GET /api/billing/invoice/:id', { params: { id } }),
    onSuccess: (pdf, { fileName }) => saveFile(fileName, pdf),
  });
}

/**
 * Plan details beyond those of the user; not retried on failure. Undefined while its status differs from the
 * user's, which may be newer.
 */
export function usePlanDetails(): { data: Subscription | undefined; isLoading: boolean } {
  const { subscriptionStatus } = useCurrentUser();
  const { data, isLoading } = useQuery({ ...subscriptionQuery, retry: false });
  return { data: data?.status === subscriptionStatus ? data : undefined, isLoading };
}
