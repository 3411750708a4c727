import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { ReactNode } from 'react';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { statusOfCustomer } from './customer.rules.ts';

type Group = { title: string; facts: readonly (readonly [string, ReactNode])[] };

const yesNo = (yes: boolean): string => (yes ? 'Yes' : 'No');

/** The facts of the overview in groups: the person, the plan, and usage. */
export function customerFacts(user: CustomerOverview, timeZone: string): Group[] {
  const time = (iso: string | null): ReactNode =>
    iso === null ? 'Never' : <TimeText iso={iso} timeZone={timeZone} />;
  const { entitlements } = user;
  return [
    {
      title: 'Person',
      facts: [
        ['Email', user.email],
        ['Email verified', yesNo(user.email_verified)],
        ['Marketing email', yesNo(user.email_consent)],
        ['Time zone', user.time_zone],
        ['Niche', user.niche],
        ['Roles', user.roles.join(', ') || 'None'],
        ['Two-factor', user.two_factor_enabled ? 'On' : 'Off'],
        ['Signed up', time(user.created_at)],
        ['Last change', time(user.updated_at)],
      ],
    },
    {
      title: 'Plan',
      facts: [
        ['Subscription', statusOfCustomer(user)],
        ['Plan', user.plan ?? 'None'],
        ['Tier', entitlements.tier],
        ['Payment method', yesNo(user.has_payment_method)],
        ['Ever subscribed', yesNo(user.has_ever_subscribed)],
        ['Trial started', time(user.trial_start)],
        ['Trial ends', time(user.trial_end)],
        ['Period ends', time(user.subscription_current_period_end)],
        ['Stripe customer', user.stripe_customer_id ?? 'None'],
        ['Stripe subscription', user.stripe_subscription_id ?? 'None'],
      ],
    },
    {
      title: 'Use',
      facts: [
        ['Posts', user.all_accounts_paused ? 'Paused' : 'Going out'],
        ['Last scheduling cycle', time(user.last_scheduling_cycle)],
        ['Generations', `${user.post_generation_count} of ${entitlements.postGenerationLimit}`],
        ['Cycle ends', time(user.post_generation_period_end)],
        ['Posts a day', String(entitlements.postsPerDay)],
        ['Links a cycle', String(entitlements.linksPerCycle)],
        ['X accounts', `up to ${entitlements.accountLimit}`],
      ],
    },
  ];
}
