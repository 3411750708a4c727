import { postPrice } from '@drumbeat/contract/costs.rules.ts';
import type { FigureChange } from '../figures/figures.types.ts';
import type { Found, Settled, Settlement } from './publishing.types.ts';

/** How late posts went out, from the time at which they were due: up to so many seconds each, then more. */
const latenessSteps = [1, 10, 60, 300, 3600] as const;

/** The label of a lateness: `10` for more than one and up to ten seconds, `more` for more than an hour. */
export function latenessLabel(seconds: number): string {
  return String(latenessSteps.find((step) => seconds <= step) ?? 'more');
}

/** What a post that went out costs, by the person's plan and by what X charged for. */
export function figuresOfPost(tier: string, hasLink: boolean): FigureChange[] {
  const amount = postPrice(hasLink);
  return [
    { name: 'costs.x', label: tier, amount },
    { name: 'costs.kind', label: hasLink ? 'post_with_link' : 'post', amount },
  ];
}

/** What a post adds that was found after a restore. How late it was is not known: its time may have been another one. */
export function figuresOfFound({ tier, hasLink }: Pick<Found, 'tier' | 'hasLink'>): FigureChange[] {
  return [{ name: 'posts.posted', label: tier, amount: 1 }, ...figuresOfPost(tier, hasLink)];
}

/** What a settled batch adds to the figures, each label once. */
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

/** What of a settled batch X charges for: each post that this settlement found to be out. */
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
