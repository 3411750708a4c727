import { z } from 'zod';
import { defineCall } from '../call.ts';
import { message } from '../common.ts';
import { NICHE_NAME_MAX, NICHE_NOTES_MAX } from './niches.rules.ts';

const tag = 'niches';
export const niche = z.object({ id: z.string(), name: z.string(), parent_id: z.string().nullable() });
export type Niche = z.infer<typeof niche>;
const results = z.object({ results: z.array(niche) });

export const searchNiches = defineCall({
  method: 'GET',
  path: '/api/niches/search',
  tag,
  access: 'public',
  ownRead: true,
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
  ownRead: true,
  summary: 'The most chosen niches',
  response: results,
});

export const requestNiche = defineCall({
  method: 'POST',
  path: '/api/niches/request',
  tag,
  access: 'user',
  summary: 'Asks staff to add a niche that the list does not have; a repeat is one request',
  body: z.object({
    name: z
      .string({ error: 'Please name the niche.' })
      .trim()
      .min(1, 'Please name the niche.')
      .max(NICHE_NAME_MAX, `A name can have at most ${NICHE_NAME_MAX} characters.`),
    notes: z
      .string()
      .trim()
      .max(NICHE_NOTES_MAX, `Notes can have at most ${NICHE_NOTES_MAX} characters.`)
      .optional(),
  }),
  response: message,
});
