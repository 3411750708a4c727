/** What the list can be narrowed to. `subscribed` is active, with a payment method, and after a first subscription. */
export const customerStatuses = ['all', 'trial', 'subscribed', 'inactive', 'canceling', 'canceled'] as const;
export const customerPageSizes = [25, 50, 100, 200] as const;
/** The most customers that a search by email finds. */
export const CUSTOMER_SEARCH_LIMIT = 25;
/** The fewest characters of a search: fewer have no index, and find nearly everybody. */
export const CUSTOMER_SEARCH_MIN = 3;
