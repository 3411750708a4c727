import { postPrice } from '@drumbeat/contract/costs/costs.rules.ts';
import type { FigureChange } from '../figures/figures.types.ts';
import type { Found, Settled, Settlement } from './publishing.types.ts';

/** Upper bounds in seconds of the buckets for how late a post was published. */
const latenessSteps = [1, 10, 60, 300, 3600] as const;

/** The bucket of a lateness in seconds: `10` for over 1 and up to 10 seconds, `more` for over an hour. */
export function latenessLabel(seconds: number): string {
  return String(latenessSteps.find((step) => seconds <= step) ?? 'more');
}

/** What a published post costs, by the person's plan and by what X charges for it. */
export function figuresOfPost(tier: string, hasLink: boolean): FigureChange[] {
  const amount = postPrice(hasLink);
  return [
    { name: 'costs.x', label: tier, amount },
    { name: 'costs.kind', label: hasLink ? 'post_with_link' : 'post', amount },
  ];
}

/**
 * Figures of a post found after a restore. Its lateness is unknown, because its due time may have been
 * different.
 */
export function figuresOfFound({ tier, hasLink }: Pick<Found, 'tier' | 'hasLink'>): FigureChange[] {
  return [{ name: 'posts.posted', label: tier, amount: 1 }, ...figuresOfPost(tier, hasLink)];
}

/** Figures of a settled batch, summed by label. */
export function figuresOfSettled(
  batch: readonly Settlement[],
  rows: readonly Settled[],
  now: Date,
): FigureChange[] {
  const settlements = new Map(batch.map((each) => [each.postId, each]));
  const sums = new Map<string, FigureChange>();
  function add(name: FigureChange['name'], label: string, amount: number): void {
    const key = `${name} ${label}`;
    sums.set(key, { name, label, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  for (const row of rows) {
    const settlement = settlements.get(row.id);
    if (row.status === 'failed') add('posts.failed', row.errorCode ?? 'unknown', 1);
    if (row.status !== 'posted' || settlement?.outcome !== 'posted') continue;
    const tier = settlement.tier ?? 'free';
    const calledAt = settlement.calledAt ?? now;
    add('posts.posted', tier, 1);
    add('posts.late', latenessLabel((calledAt.getTime() - row.dueAt.getTime()) / 1000), 1);
    for (const { name, label = '', amount } of figuresOfPost(tier, settlement.hasLink ?? false))
      add(name, label, amount);
  }
  return [...sums.values()];
}

/** The posts of a settled batch that X charges for: those that this settlement marked as posted. */
export function publishedOf(
  batch: readonly Settlement[],
  rows: readonly Settled[],
): { userId: number; accountId: number; postId: number; tier: string; hasLink: boolean }[] {
  const settlements = new Map(batch.map((each) => [each.postId, each]));
  return rows.flatMap(({ id, userId, accountId, status }) => {
    const settlement = settlements.get(id);
    if (status !== 'posted' || settlement?.outcome !== 'posted') return [];
    const { tier = 'free', hasLink = false } = settlement;
    return [{ userId, accountId, postId: id, tier, hasLink }];
  });
}
