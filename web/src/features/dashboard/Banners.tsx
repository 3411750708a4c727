/** News about the plan, across the top: the trial's days, and what the card below does not say already. */
import type { User } from '@drumbeat/contract/users.ts';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { dayPhrase } from '../../ui/time.ts';
import { daysLeft, type MainAction } from './main-action.rules.ts';
import { endText } from './SubscriptionCard.tsx';

function trialWords(trialEnd: string, timeZone: string): string {
  const now = Date.now();
  const left = daysLeft(trialEnd, now);
  const end = dayPhrase(Date.parse(trialEnd), timeZone, now);
  return `Free trial: ${left} ${left === 1 ? 'day' : 'days'} left, until ${end}.`;
}

export function Banners({ user, action }: { user: User; action: MainAction }) {
  const plans = <Link to={paths.products}>See plans</Link>;
  if (user.subscriptionStatus === 'canceling' && action !== 'canceling') {
    return (
      <Banner tone="warning" action={plans}>
        Your plan ends {endText(user)}. Posts scheduled before then will still go out.
      </Banner>
    );
  }
  if (user.subscriptionStatus === 'canceled' && action !== 'canceled') {
    return (
      <Banner tone="warning" action={plans}>
        Your subscription is canceled, so no posts will go out.
      </Banner>
    );
  }
  if (!user.isInTrial || user.trialEnd === null) return null;
  return (
    <Banner id="trial" action={plans}>
      {trialWords(user.trialEnd, user.timeZone)}
    </Banner>
  );
}
