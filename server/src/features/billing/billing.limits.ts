import type { Limit } from '../../platform/rate-limits.ts';

/** Limits for calls that make us call the payment provider, for each person. */
export const providerCalls: Limit = { name: 'billing', points: 30, seconds: 60 };
