import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant } from '../common.ts';

/** How many posts with a link were published or are planned in one cycle. */
export const linkCycle = z.object({
  start: instant,
  /** Exclusive. */
  end: instant,
  used: z.int(),
});

export const linkUsage = z.object({
  /** How many posts with a link the plan allows per cycle. */
  limit: z.int(),
  /** The current cycle and the next one. */
  cycles: z.array(linkCycle).length(2),
});
export type LinkUsage = z.infer<typeof linkUsage>;

export const getLinkUsage = defineCall({
  method: 'GET',
  path: '/api/links',
  tag: 'costs',
  access: 'user',
  ownRead: true,
  summary: 'How many posts with a link the plan has in a cycle, and how many are used in this and the next',
  response: linkUsage,
});
