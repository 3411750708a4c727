import type { LinkUsage } from '@drumbeat/contract/costs/costs.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getBilling } from '../billing/get-billing.ts';
import { countPlannedLinks } from '../post/post.queries.ts';
import { type LinkCycle, linkCycle } from './links.rules.ts';

/** The links per cycle in a person's plan, and how many are used in this cycle and the next. */
export async function getLinkUsage(
  deps: Pick<Platform, 'db' | 'clock'>,
  { userId }: { userId: number },
): Promise<LinkUsage> {
  const now = deps.clock.now();
  const billing = await getBilling(deps.db, now, userId);
  const present = linkCycle(billing, now);
  const next = linkCycle(billing, present.end);
  const cycles = await Promise.all([present, next].map((cycle) => readCycle(deps.db, userId, cycle)));
  return { limit: billing.entitlements.linksPerCycle, cycles };
}

async function readCycle(
  db: Db,
  userId: number,
  { start, end }: LinkCycle,
): Promise<LinkUsage['cycles'][number]> {
  const used = await countPlannedLinks(db, userId, start, end);
  return { start: start.toISOString(), end: end.toISOString(), used };
}
