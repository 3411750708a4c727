import { z } from 'zod';
import { defineCall } from '../call.ts';
import { sensitive } from '../common.ts';

/** Maximum length of a search in characters, and its maximum number of hits. */
export const SEARCH_MAX = 300;
export const SEARCH_HITS = 20;

/** Something that staff search for. `customerId` is its owner, if any; `id` identifies it on its screen. */
export const searchHit = z.object({
  kind: z.enum(['customer', 'account', 'post', 'billing', 'request', 'feedback', 'niche']),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  customerId: z.string().nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const search = defineCall({
  method: 'GET',
  path: '/api/admin/search',
  tag: 'admin',
  access: 'staff',
  summary:
    'Finds a customer or a thing by email, @handle, id, post, tweet URL, Stripe id, request id or niche; only kinds that the role may see',
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1, 'Enter something to search for.')
      .max(SEARCH_MAX, `This search is too long. Use at most ${SEARCH_MAX} characters.`),
    sensitive,
  }),
  /** `exact`: the search text was an id, so the single hit can be opened at once. */
  response: z.object({ hits: z.array(searchHit).max(SEARCH_HITS), exact: z.boolean() }),
});
