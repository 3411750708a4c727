/** The two rate limit codes, kept apart from the schemas so that the browser need not load those. */

/** X rate-limits us. The specification defines this name and the next. */
export const X_RATE_LIMITED = 'RATE_LIMIT';
/** The caller exceeded one of our rate limits. */
export const CALLER_RATE_LIMITED = 'RATE_LIMIT_EXCEEDED';
