import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Link } from 'react-router';
import { paths } from '../../../base/paths.ts';
import { useDismissed } from '../../../ui/feedback/dismissed.ts';
import { trialWords } from './plan-state.rules.ts';
import styles from './top.module.css';

/** The banner with the same text, until it is closed. */
export const TRIAL_BANNER = 'trial';

type Props = { user: User; subscription: Subscription | undefined };

/** 'Pro trial · 7 days left · $15.00 a month from 28 Nov'; space for the price is reserved until it loads. */
export function TrialLine({ user, trialEnd, subscription }: Props & { trialEnd: string }) {
  const { left, price } = trialWords({ ...user, trialEnd }, subscription, Date.now());
  return (
    <>
      {left}
      {price ? ` · ${price}` : null}
      {subscription ? null : (
        <span className={styles.room} aria-hidden>
          {' · $00.00 a month from 00 Nov'}
        </span>
      )}
    </>
  );
}

/** The same text as a chip beside the account, once the banner is closed. */
export function TrialChip({ user, subscription }: Props) {
  const isClosed = useDismissed(TRIAL_BANNER);
  const isTold = user.subscriptionStatus === 'active' && user.isInTrial;
  if (!isTold || user.trialEnd === null || !isClosed) return null;
  return (
    <div className={styles.beside}>
      <Link to={paths.subscription} className={styles.chip}>
        <TrialLine user={user} trialEnd={user.trialEnd} subscription={subscription} />
      </Link>
    </div>
  );
}
