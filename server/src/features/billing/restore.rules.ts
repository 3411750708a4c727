import type { RestoreDoubt } from '@drumbeat/contract/customer-billing.ts';

type Situation = {
  presentIsLive: boolean;
  /** What the provider has of the previous ids. */
  previous: 'found' | 'no customer' | 'no subscription';
};

/** Why previous billing ids should not simply be restored; none if nothing speaks against it. */
export function restoreDoubtsOf({ presentIsLive, previous }: Situation): RestoreDoubt[] {
  return [
    ...(presentIsLive ? (['present_is_live'] as const) : []),
    ...(previous === 'no customer' ? (['customer_not_found'] as const) : []),
    ...(previous === 'no subscription' ? (['subscription_not_found'] as const) : []),
  ];
}

const sentences = {
  present_is_live:
    'The present subscription is live and would no longer be read here, though it may still be charged.',
  customer_not_found: 'The payment provider no longer has the previous customer.',
  subscription_not_found:
    'The payment provider has the previous customer, but not the previous subscription.',
} as const satisfies Record<RestoreDoubt, string>;

/** The doubts in words. */
export function doubtsInWords(doubts: readonly RestoreDoubt[]): string {
  return doubts.map((doubt) => sentences[doubt]).join(' ');
}
