import type { SubscriptionStatus } from '@drumbeat/contract/billing/billing.entities.ts';
import { entitlementsOf, mergeMetadata, type RawMetadata } from '@drumbeat/contract/billing/billing.rules.ts';
import type { FigureChange } from '../figures/figures.types.ts';
import { hasPlan, type ProviderState, statusOf } from './billing.status.rules.ts';
import type { Movement } from './billing.types.ts';

/** How a running subscription is counted. */
export type Phase = 'trial' | 'paying' | 'free';
/** How a person is counted; null without a running subscription. */
export type Counted = { phase: Phase; tier: string } | null;

type Plan = {
  product: { metadata: RawMetadata } | null;
  price: { metadata: RawMetadata; unitAmount: number } | null;
};
type Countable = Plan & {
  subscription: Parameters<typeof statusOf>[0] & {
    hasEverSubscribed: boolean;
    countedPhase: Phase | null;
    countedTier: string | null;
    countedEver: boolean;
  };
  person: { createdAt: Date; deletedAt: Date | null } | undefined;
};
type CountedColumns = Partial<
  Pick<Countable['subscription'], 'countedPhase' | 'countedTier' | 'countedEver'>
>;

/**
 * How a subscription counts now, and the changes of the figures if that is different from before. People who
 * left count as none.
 */
export function countingOf(
  { subscription, person, ...plan }: Countable,
  now: Date,
): { columns: CountedColumns; figures: FigureChange[] } {
  if (!person) return { columns: {}, figures: [] };
  const { countedPhase, countedTier, countedEver, hasEverSubscribed } = subscription;
  const before = countedPhase ? { phase: countedPhase, tier: countedTier ?? 'free' } : null;
  const phase = person.deletedAt
    ? null
    : phaseOf(statusOf(subscription, now), subscription.state, plan.price?.unitAmount);
  const after = phase && { phase, tier: tierOf(plan) };
  const ever = hasEverSubscribed && !person.deletedAt;
  return {
    columns: { countedPhase: phase, countedTier: after?.tier ?? null, countedEver: ever },
    figures: [
      ...figuresOfChange(before, after, person.createdAt.toISOString().slice(0, 7)),
      ...(ever === countedEver
        ? []
        : [{ name: 'subscribers.ever' as const, amount: Number(ever) - Number(countedEver) }]),
    ],
  };
}

export function tierOf({ product, price }: Plan): string {
  return entitlementsOf(mergeMetadata(product?.metadata, price?.metadata)).tier;
}

/** The phase of a subscription; null if its status gives no plan. */
export function phaseOf(
  status: SubscriptionStatus,
  state: ProviderState | null,
  unitAmount: number | undefined,
): Phase | null {
  if (!hasPlan(status)) return null;
  if (state === 'trialing') return 'trial';
  return unitAmount === 0 ? 'free' : 'paying';
}

/**
 * Changes to the figures when a person is counted differently. `cohort` is the month of the sign-up,
 * `2026-11`.
 */
export function figuresOfChange(before: Counted, after: Counted, cohort: string): FigureChange[] {
  const [was, is] = [before?.phase, after?.phase];
  if (was === is && before?.tier === after?.tier) return [];
  const inTrial = Number(is === 'trial') - Number(was === 'trial');
  const happened = [
    ['trials.started', is === 'trial' && was !== 'trial'],
    ['trials.converted', was === 'trial' && is === 'paying'],
    ['trials.lapsed', was === 'trial' && is !== 'trial' && is !== 'paying'],
    ['subscriptions.started', is === 'paying' && was !== 'paying'],
    ['subscriptions.ended', was === 'paying' && is !== 'paying'],
  ] as const;
  return [
    ...(before ? [{ name: 'subscribers.active' as const, label: before.tier, amount: -1 }] : []),
    ...(after ? [{ name: 'subscribers.active' as const, label: after.tier, amount: 1 }] : []),
    ...(inTrial === 0 ? [] : [{ name: 'subscribers.in_trial' as const, amount: inTrial }]),
    ...happened.filter(([, yes]) => yes).map(([name]) => ({ name, label: cohort, amount: 1 })),
  ];
}

/** What a movement adds to revenue: refunds, and money withheld in a dispute, are negative. */
export function worthOf(kind: Movement['kind'], amount: number): number {
  if (kind === 'charged') return amount;
  return kind === 'dispute_won' ? 0 : -amount;
}

/** Changes to the figures for a new movement, or one whose kind has changed. */
export function figuresOfMovement(
  movement: Movement,
  was: Movement['kind'] | undefined,
  tier: string,
): FigureChange[] {
  const { kind, amount } = movement;
  const currency = movement.currency.toLowerCase();
  const change = worthOf(kind, amount) - (was ? worthOf(was, amount) : 0);
  return [
    { name: 'revenue.net', label: currency, amount: change },
    { name: 'revenue.tier', label: `${currency}:${tier}`, amount: change },
    { name: 'revenue.charges', label: currency, amount: Number(kind === 'charged' && was === undefined) },
  ];
}
