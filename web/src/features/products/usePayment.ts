import type { Price } from '@drumbeat/contract/billing/billing.entities.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { getToken } from '../../api/session.ts';
import { useToken } from '../../api/useToken.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { useOnPageShow } from '../../ui/useOnPageShow.ts';
import { describeCheckoutError } from '../billing/prices.rules.ts';

/** The state of the payment dialog: the chosen price, and how to pay it with Stripe. */
export function usePayment() {
  const token = useToken();
  const [price, setPrice] = useState<Price>();
  const checkout = useMutation({
    mutationFn: ({ id }: Price) => call('POST /api/create-checkout-session', { body: { priceId: id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      // The dialog shows the error itself, unless it was closed because the session ended.
      if (getToken() !== null) return;
      notify.error(describeCheckoutError(error), { requestId: requestIdOf(error) });
    },
  });
  const { reset } = checkout;
  useOnPageShow(reset);
  return {
    /** Undefined while the dialog is closed. */
    price: token === null ? undefined : price,
    ask(about: Price): void {
      reset();
      setPrice(about);
    },
    close: (): void => setPrice(undefined),
    pay: (): void => price && checkout.mutate(price),
    opening: checkout.isPending || checkout.isSuccess,
    failure: checkout.isError
      ? { message: describeCheckoutError(checkout.error), requestId: requestIdOf(checkout.error) }
      : undefined,
  };
}
