/** Length in characters of the reason for a change by staff. */
export const REASON_MIN = 3;
export const REASON_MAX = 300;
