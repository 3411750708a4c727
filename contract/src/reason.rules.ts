/** Characters that the reason for a change by staff may have. */
export const REASON_MIN = 3;
export const REASON_MAX = 300;
