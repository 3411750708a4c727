/** Where a customer's events come from; events at the same moment are shown in this order. */
export const timelineSources = ['audit', 'billing', 'email', 'generation', 'post'] as const;
export type TimelineSource = (typeof timelineSources)[number];

/** Filters of the list. `subscribed` means active, with a payment method, and subscribed at least once. */
export const customerStatuses = ['all', 'trial', 'subscribed', 'inactive', 'canceling', 'canceled'] as const;
export const customerPageSizes = [25, 50, 100, 200] as const;
/** The maximum number of customers that a search by email returns. */
export const CUSTOMER_SEARCH_LIMIT = 25;
/** The minimum length of a search in characters: shorter ones have no index and match nearly everyone. */
export const CUSTOMER_SEARCH_MIN = 3;
