import type { SubscriptionStatus } from '@drumbeat/contract/billing.entities.ts';
import type { FigureChange } from '../figures/figures.types.ts';
import { hasPlan, type ProviderState } from './billing.status.rules.ts';
import type { Movement } from './billing.types.ts';

/** As what a running subscription counts. */
export type Phase = 'trial' | 'paying' | 'free';
/** As what a person counts: null without a running subscription. */
export type Counted = { phase: Phase; tier: string } | null;

/** The phase of a subscription; null where it gives no plan. */
export function phaseOf(
  status: SubscriptionStatus,
  state: ProviderState | null,
  unitAmount: number | undefined,
): Phase | null {
  if (!hasPlan(status)) return null;
  if (state === 'trialing') return 'trial';
  return unitAmount === 0 ? 'free' : 'paying';
}

/** What changes in the figures when a person counts as something else. `cohort` is the month of the sign-up, `2026-11`. */
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

/** What a movement adds to revenue: money that went back, or that a bank holds back, counts against it. */
export function worthOf(kind: Movement['kind'], amount: number): number {
  if (kind === 'charged') return amount;
  return kind === 'dispute_won' ? 0 : -amount;
}

/** What changes in the figures with a movement that is new, or that was of another kind before. */
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
