import type { PublicFlags } from './flags.ts';

/** Values of flags that are not set or cannot be read. */
export const PUBLIC_FLAG_DEFAULTS: PublicFlags = {
  cardano_enabled: false,
  cardano_pricing: { currency: 'USDC', priceUsd: 5 },
  plans_enabled: true,
};
