/** How one text may be written again. */
export const rewriteWays = ['shorter', 'angle', 'hint'] as const;
export type RewriteWay = (typeof rewriteWays)[number];
/** The most characters of a hint. */
export const HINT_MAX = 200;
