import type { RestoreDoubt } from '@drumbeat/contract/billing/customer-billing.ts';

/** What the provider has for the previous ids. */
export type AtProvider = 'found' | 'no customer' | 'no subscription';
type Situation = { presentIsLive: boolean; previous: AtProvider };

/** Reasons not to restore the previous billing ids without `force`; empty if there are none. */
export function restoreDoubtsOf({ presentIsLive, previous }: Situation): RestoreDoubt[] {
  return [
    ...(presentIsLive ? (['present_is_live'] as const) : []),
    ...(previous === 'no customer' ? (['customer_not_found'] as const) : []),
    ...(previous === 'no subscription' ? (['subscription_not_found'] as const) : []),
  ];
}

const sentences = {
  present_is_live:
    'The current subscription is live. It would no longer be tracked here, but may still be charged.',
  customer_not_found: 'The payment provider no longer has the previous customer.',
  subscription_not_found:
    'The payment provider has the previous customer, but not the previous subscription.',
} as const satisfies Record<RestoreDoubt, string>;

/** The doubts as sentences for staff. */
export function doubtsInWords(doubts: readonly RestoreDoubt[]): string {
  return doubts.map((doubt) => sentences[doubt]).join(' ');
}
