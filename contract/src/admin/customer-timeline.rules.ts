/** Where a customer's events come from; events at the same moment are shown in this order. */
export const timelineSources = ['audit', 'billing', 'email', 'generation', 'post'] as const;
export type TimelineSource = (typeof timelineSources)[number];
