/** The banners at the top: plan changes, trial days left, refunds and disputes, accounts switched off. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Link } from 'react-router';
import { paths } from '../../../base/paths.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { switchedOffText } from '../../accounts/account-state.rules.ts';
import { returnWords } from '../../billing/subscription.rules.ts';
import { endText } from '../cards/SubscriptionCard.tsx';
import { recentReturn } from './plan-state.rules.ts';
import { TRIAL_BANNER, TrialLine } from './TrialLine.tsx';

type PlanProps = { user: User; subscription: Subscription | undefined };

export function Banners({ accounts, ...plan }: PlanProps & { accounts: readonly XAccount[] }) {
  const { user, subscription } = plan;
  const hasPlan = user.activeProduct !== null;
  return (
    <>
      <PlanBanner {...plan} />
      {subscription ? <ReturnBanner returns={subscription.returns} timeZone={user.timeZone} /> : null}
      {/* Without a plan nothing is published anyway, and another banner says so. */}
      {hasPlan ? <SwitchedOffBanner accounts={accounts} limit={user.entitlements.accountLimit} /> : null}
    </>
  );
}

function PlanBanner({ user, subscription }: PlanProps) {
  if (user.subscriptionStatus === 'canceling') {
    return (
      <Banner tone="warning" action={<Link to={paths.subscription}>Manage</Link>}>
        Your plan ends {endText(user)}. Posts scheduled before then will still go out.
      </Banner>
    );
  }
  if (user.subscriptionStatus === 'canceled') {
    return <Banner tone="warning">Your subscription is canceled, so no posts will go out.</Banner>;
  }
  if (!user.isInTrial || user.trialEnd === null) return null;
  return (
    <Banner id={TRIAL_BANNER} action={<Link to={paths.products}>See plans</Link>}>
      <TrialLine user={user} trialEnd={user.trialEnd} subscription={subscription} />
    </Banner>
  );
}

function ReturnBanner({ returns, timeZone }: Pick<Subscription, 'returns'> & Pick<User, 'timeZone'>) {
  const now = Date.now();
  const newest = recentReturn(returns, now);
  if (!newest) return null;
  return <Banner id={`${newest.kind} ${newest.id}`}>{returnWords(newest, { timeZone, now })}</Banner>;
}

function SwitchedOffBanner({ accounts, limit }: { accounts: readonly XAccount[]; limit: number }) {
  const text = switchedOffText(accounts, limit);
  return text ? <Banner tone="warning">{text}</Banner> : null;
}
