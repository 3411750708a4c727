/** The two codes of a limit, apart from the schemas, which the browser need not load for them. */

/** X asks us to wait. The specification sets the names of this code and the next. */
export const X_RATE_LIMITED = 'RATE_LIMIT';
/** The caller asks us too often. */
export const CALLER_RATE_LIMITED = 'RATE_LIMIT_EXCEEDED';
