import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { BillingHistory } from './BillingHistory.tsx';
import styles from './billing.module.css';
import { strings } from './billing.strings.ts';
import { NoPlanRow, PlanRow } from './PlanRow.tsx';
import { subscriptionQuery, useCardPortal } from './subscription.query.ts';
import { cardWords, mayCancel, needsCard, returnWords } from './subscription.rules.ts';

const CancelDialog = lazyDialog(async () => (await import('./CancelDialog.tsx')).CancelDialog);

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

type CancelProps = { plan: string; isInTrial: boolean; isPastDue: boolean };

/** The unobtrusive entry to canceling. */
function CancelRow({ plan, isInTrial, isPastDue }: CancelProps) {
  const [open, setOpen] = useState(false);
  const paidLead = isPastDue ? strings.cancelLateLead : strings.cancelLead;
  const lead = isInTrial ? strings.cancelTrialLead : paidLead;
  return (
    <div className={styles.row}>
      <p className={styles.words}>{lead}</p>
      <Button
        variant="default"
        className={styles.quiet ?? ''}
        {...CancelDialog.near}
        onClick={() => setOpen(true)}
      >
        {strings.cancel}
      </Button>
      {open ? <CancelDialog plan={plan} isInTrial={isInTrial} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** The card on file, with a link to change it at the payment provider. */
function CardRow({ subscription }: { subscription: Subscription }) {
  const { card, pastDue } = subscription;
  const portal = useCardPortal();
  const urgent = pastDue !== null && pastDue.reason !== 'collection_paused';
  return (
    <div className={styles.row}>
      <p className={styles.words}>{card ? cardWords(card, Date.now()) : strings.noCard}</p>
      <LoadingButton
        variant={urgent ? 'filled' : 'default'}
        loading={portal.busy}
        loadingLabel={strings.opening}
        onClick={portal.open}
      >
        {card ? strings.updateCard : strings.addCard}
      </LoadingButton>
    </div>
  );
}
