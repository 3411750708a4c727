/** Banners at the top: changes of the plan, remaining trial days, and accounts that are switched off. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { Link } from 'react-router';
import { paths } from '../../base/paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { dayPhrase } from '../../ui/time.ts';
import { switchedOffText } from '../accounts/switched-off.rules.ts';
import { daysLeft } from './main-action.rules.ts';
import { endText } from './SubscriptionCard.tsx';

function trialWords(trialEnd: string, timeZone: string): string {
  const now = Date.now();
  const left = daysLeft(trialEnd, now);
  const end = dayPhrase(Date.parse(trialEnd), timeZone, now);
  return `Free trial: ${left} ${left === 1 ? 'day' : 'days'} left, until ${end}.`;
}

export function Banners({ user, accounts }: { user: User; accounts: readonly XAccount[] }) {
  const hasPlan = user.activeProduct !== null;
  return (
    <>
      <PlanBanner user={user} />
      {/* Without a plan nothing goes out anyway, and that is said already. */}
      {hasPlan ? <SwitchedOffBanner accounts={accounts} limit={user.entitlements.accountLimit} /> : null}
    </>
  );
}

function PlanBanner({ user }: { user: User }) {
  const plans = <Link to={paths.products}>See plans</Link>;
  if (user.subscriptionStatus === 'canceling') {
    return (
      <Banner tone="warning" action={plans}>
        Your plan ends {endText(user)}. Posts scheduled before then will still go out.
      </Banner>
    );
  }
  if (user.subscriptionStatus === 'canceled') {
    return <Banner tone="warning">Your subscription is canceled, so no posts will go out.</Banner>;
  }
  if (!user.isInTrial || user.trialEnd === null) return null;
  return (
    <Banner id="trial" action={plans}>
      {trialWords(user.trialEnd, user.timeZone)}
    </Banner>
  );
}

function SwitchedOffBanner({ accounts, limit }: { accounts: readonly XAccount[]; limit: number }) {
  const text = switchedOffText(accounts, limit);
  return text ? <Banner tone="warning">{text}</Banner> : null;
}
