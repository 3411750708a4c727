import { z } from 'zod';
import { defineCall } from './call.ts';

export const publicFlags = z.object({
  cardano_enabled: z.boolean(),
  cardano_pricing: z.object({ currency: z.string().trim().min(1).max(16), priceUsd: z.number().positive() }),
  plans_enabled: z.boolean(),
});
export type PublicFlags = z.infer<typeof publicFlags>;

/** What holds for a flag that is not set, or that cannot be read. */
export const PUBLIC_FLAG_DEFAULTS: PublicFlags = {
  cardano_enabled: false,
  cardano_pricing: { currency: 'USDC', priceUsd: 5 },
  plans_enabled: true,
};

export const getPublicFlags = defineCall({
  method: 'GET',
  path: '/api/public/flags',
  tag: 'flags',
  access: 'public',
  ownRead: true,
  summary: 'The switches that the browser may know',
  response: z.object({ flags: publicFlags }),
});
