/** How many entries the list may show: the choices of its selector. */
export const AUDIT_LIMITS = [50, 100, 200, 500] as const;
export const AUDIT_LIMIT = 100;
/** What 'Load more' adds, up to the last of the choices. */
export const AUDIT_STEP = 100;
export const AUDIT_MAX = 500;
