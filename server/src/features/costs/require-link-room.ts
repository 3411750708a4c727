import { linksReached } from '@drumbeat/contract/costs/costs.rules.ts';
import type { LinkUsage } from '@drumbeat/contract/costs/costs.ts';
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BillingState } from '../billing/billing.types.ts';
import { getBilling } from '../billing/get-billing.ts';
import { countPlannedLinks } from '../post/post.queries.ts';
import { type LinkCycle, linkCycle } from './links.rules.ts';

/** A post and its due time. */
type Planned = { at: Date; content: string };

/** Tracks the room for links in a person's plan within one transaction. */
export type LinkRoom = {
  /**
   * Checks that a post may contain its link; `from` is the due time under which it is already counted, if
   * any. Throws LINKS_PER_CYCLE_REACHED. Call the returned function to count the post once all other checks
   * have passed.
   */
  check(post: Planned, from?: Date): Promise<() => void>;
};

/** Call it with the person locked: otherwise two transactions could take the same last place. */
export function openLinkRoom(tx: Db, userId: number, billing: BillingState): LinkRoom {
  const used = new Map<number, number>();
  const limit = billing.entitlements.linksPerCycle;

  async function usedIn(at: Date): Promise<{ key: number; count: number }> {
    const { start, end } = linkCycle(billing, at);
    const key = start.getTime();
    const count = used.get(key) ?? (await countPlannedLinks(tx, userId, start, end));
    used.set(key, count);
    return { key, count };
  }

  return {
    async check({ at, content }, from) {
      if (!containsUrl(content)) return () => undefined;
      const { key, count } = await usedIn(at);
      const left = from && (await usedIn(from));
      if (left?.key === key) return () => undefined;
      if (count >= limit) throw linksAreUsed({ limit, used: count }, 1);
      return () => {
        used.set(key, (used.get(key) ?? 0) + 1);
        if (left) used.set(left.key, (used.get(left.key) ?? 0) - 1);
      };
    },
  };
}

/**
 * Checks that the plan has room for the links of new posts, all or none. Call it with the person locked.
 * Throws LINKS_PER_CYCLE_REACHED.
 */
export async function requireLinkRoom(
  tx: Db,
  userId: number,
  billing: BillingState,
  posts: readonly Planned[],
): Promise<void> {
  const limit = billing.entitlements.linksPerCycle;
  const linked = posts.filter(({ content }) => containsUrl(content));
  const cycles = Map.groupBy(linked, ({ at }) => linkCycle(billing, at).start.getTime());
  for (const [first] of cycles.values()) {
    if (!first) continue;
    const { start, end } = linkCycle(billing, first.at);
    const wanted = cycles.get(start.getTime())?.length ?? 0;
    const used = await countPlannedLinks(tx, userId, start, end);
    if (used + wanted > limit) throw linksAreUsed({ limit, used }, wanted);
  }
}

function linksAreUsed(room: { limit: number; used: number }, wanted: number): AppError {
  return new AppError('LINKS_PER_CYCLE_REACHED', linksReached(room, wanted), { data: { ...room, wanted } });
}

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
