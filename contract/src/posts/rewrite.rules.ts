/** The ways to rewrite a text. */
export const rewriteWays = ['shorter', 'angle', 'hint'] as const;
export type RewriteWay = (typeof rewriteWays)[number];
/** Maximum length of a hint, in characters. */
export const HINT_MAX = 200;
