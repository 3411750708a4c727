import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { useQuery } from '@tanstack/react-query';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { BillingHistory } from './BillingHistory.tsx';
import styles from './billing.module.css';
import { strings } from './billing.strings.ts';
import { CancelRow } from './CancelRow.tsx';
import { CardRow } from './CardRow.tsx';
import { NoPlanRow, PlanRow } from './PlanRow.tsx';
import { subscriptionQuery } from './subscription.query.ts';
import { mayCancel, needsCard, returnWords } from './subscription.rules.ts';

/** The Subscription card in the settings: the plan, what happens next, the card, and the invoices. */
export function SubscriptionSettings() {
  const { data, error, refetch } = useQuery({ ...subscriptionQuery, refetchOnMount: 'always' });
  return (
    <Section title={strings.title}>
      {data ? <Plan subscription={data} /> : null}
      {error && !data ? (
        <ErrorBox
          what={strings.loadFailed}
          message={describeError(error, '')}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data || error ? null : (
        <Skeletons label={strings.loading}>
          <Skeleton width={180} height={24} />
          <Skeleton width={260} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Skeletons>
      )}
    </Section>
  );
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { plan } = subscription;
  if (!plan) return <NoPlanRow subscription={subscription} />;
  return (
    <>
      <PlanRow subscription={subscription} plan={plan} />
      {subscription.returns.length > 0 ? <Returns returns={subscription.returns} /> : null}
      {needsCard(subscription) ? <CardRow subscription={subscription} /> : null}
      {mayCancel(subscription) ? (
        <CancelRow
          plan={plan.name}
          isInTrial={subscription.isInTrial}
          isPastDue={subscription.status === 'past_due'}
        />
      ) : null}
      <BillingHistory />
    </>
  );
}

function Returns({ returns }: Pick<Subscription, 'returns'>) {
  const { timeZone } = useCurrentUser();
  const now = Date.now();
  return (
    <ul className={styles.returns}>
      {returns.map((one) => (
        <li key={one.id}>{returnWords(one, { timeZone, now })}</li>
      ))}
    </ul>
  );
}
