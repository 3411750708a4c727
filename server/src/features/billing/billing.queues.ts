/** The names of billing's queues, and the data of each job. */
export const billingQueue = {
  /** `{ eventId }`: acts on a kept webhook event. */
  event: 'billing.event',
  /** `{}`: reads the catalogue again where it has grown old. */
  catalogue: 'billing.catalogue',
  /** `{ checkoutId }`: expires a given-up checkout at the provider. */
  expireCheckout: 'billing.expire-checkout',
  /** `{ userId, subscriptionId }`: ends a subscription that runs beside the one that counts. */
  cancelSurplus: 'billing.cancel-surplus',
  /** `{}`: holds the posts of plans that ended by the clock. */
  endPublishing: 'billing.end-publishing',
  /** `{}`: finds what a lost webhook left behind. */
  heal: 'billing.heal',
} as const;
