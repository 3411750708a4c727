import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/toasts.ts';
import { describePortalError } from '../products/products.rules.ts';

/** The way to the payment provider's portal: cards, invoices, resuming a subscription. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => call('POST /api/create-portal-session', { body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => notify.error(describePortalError(error), { requestId: requestIdOf(error) }),
  });
}
