/** Where events of a customer come from, in the order in which those of one moment are shown. */
export const timelineSources = ['audit', 'billing', 'email', 'generation', 'post'] as const;
export type TimelineSource = (typeof timelineSources)[number];
