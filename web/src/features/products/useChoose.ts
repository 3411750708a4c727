import type { Price } from '@drumbeat/contract/billing/billing.entities.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { useUser } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';
import { authThen, paths } from '../../base/paths.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { useOnPageShow } from '../../ui/useOnPageShow.ts';
import {
  describeCheckoutError,
  describePortalError,
  hasActiveSubscription,
  portalWish,
} from '../billing/prices.rules.ts';
import { strings } from './products.strings.ts';

/**
 * What clicking a price's button does: sign in first, open the portal, or start a checkout. `current` is the
 * id of the person's current price.
 */
export function useChoose(current: string | undefined) {
  const navigate = useNavigate();
  const token = useToken();
  const { data: user } = useUser();
  const changes = hasActiveSubscription(user);
  const leave = useMutation({
    mutationFn: async (price: Price) => {
      const { url } = changes
        ? await call('POST /api/create-portal-session', { body: portalWish(price, user, current) })
        : await call('POST /api/create-checkout-session', { body: { priceId: price.id } });
      return url;
    },
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => {
      const message = changes ? describePortalError(error) : describeCheckoutError(error);
      notify.error(message, { requestId: requestIdOf(error) });
    },
  });
  useOnPageShow(leave.reset);
  function choose(price: Price): void {
    if (token) {
      leave.mutate(price);
      return;
    }
    notify.alert(strings.signInFirst);
    void navigate(authThen(paths.products));
  }
  return { choose, changes, leavingFor: leave.isError ? undefined : leave.variables?.id };
}
