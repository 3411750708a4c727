import { z } from 'zod';
import { defineCall } from '../call.ts';

export const publicFlags = z.object({
  cardano_enabled: z.boolean(),
  cardano_pricing: z.object({ currency: z.string().trim().min(1).max(16), priceUsd: z.number().positive() }),
  plans_enabled: z.boolean(),
});
export type PublicFlags = z.infer<typeof publicFlags>;

export const getPublicFlags = defineCall({
  method: 'GET',
  path: '/api/public/flags',
  tag: 'flags',
  access: 'public',
  ownRead: true,
  summary: 'The switches that the browser may know',
  response: z.object({ flags: publicFlags }),
});
