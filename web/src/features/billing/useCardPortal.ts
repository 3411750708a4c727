import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { describePortalError } from './prices.rules.ts';
import { useLeaving } from './useLeaving.ts';

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
