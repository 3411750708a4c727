import type { Limit } from '../../platform/rate-limits.ts';

/** Calls of one person that make us call the payment provider. */
export const providerCalls: Limit = { name: 'billing', points: 30, seconds: 60 };
