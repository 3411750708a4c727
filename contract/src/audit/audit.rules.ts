/** Page sizes that the list offers. */
export const AUDIT_LIMITS = [50, 100, 200, 500] as const;
export const AUDIT_LIMIT = 100;
/** How many entries 'Load more' adds, up to the largest page size. */
export const AUDIT_STEP = 100;
export const AUDIT_MAX = 500;
