import { z } from 'zod';
import { defineCall } from './call.ts';

const tag = 'niches';
export const niche = z.object({ id: z.string(), name: z.string(), parent_id: z.string().nullable() });
export type Niche = z.infer<typeof niche>;
const results = z.object({ results: z.array(niche) });

export const searchNiches = defineCall({
  method: 'GET',
  path: '/api/niches/search',
  tag,
  access: 'public',
  summary: 'Active niches whose name is like the query, popular first',
  query: z.object({
    query: z.string().trim().max(80).default(''),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: results,
});

export const popularNiches = defineCall({
  method: 'GET',
  path: '/api/niches/popular',
  tag,
  access: 'public',
  summary: 'The most chosen niches',
  response: results,
});
