import type { PublicFlags } from './flags.ts';

/** What holds for a flag that is not set, or that cannot be read. */
export const PUBLIC_FLAG_DEFAULTS: PublicFlags = {
  cardano_enabled: false,
  cardano_pricing: { currency: 'USDC', priceUsd: 5 },
  plans_enabled: true,
};
