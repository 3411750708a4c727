export const CATALOGUE_NAME_MAX = 250;
export const priceIntervals = ['day', 'week', 'month', 'year'] as const;
export type PriceInterval = (typeof priceIntervals)[number];
export const taxBehaviors = ['exclusive', 'inclusive', 'unspecified'] as const;
