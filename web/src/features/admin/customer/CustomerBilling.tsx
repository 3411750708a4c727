import type { CustomerBilling, RestoreDoubt } from '@drumbeat/contract/billing/customer-billing.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { queryOf, useCurrentUser } from '../../../api/query.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { invoiceStatusWords } from '../../billing/billing.strings.ts';
import { Facts } from '../../console/Facts.tsx';
import { DataTable } from '../../console/list/DataTable.tsx';
import { ReadState } from '../../console/ReadState.tsx';
import { useSensitive } from '../../console/sensitive.ts';
import { type CustomerAction, useAsk } from './CustomerActions.tsx';
import styles from './customer.module.css';
import type { TabProps } from './customer.rules.ts';
import { strings } from './customer.strings.ts';

export function BillingTab({ user: { id } }: TabProps) {
  const sensitive = useSensitive();
  const billing = useQuery({
    ...queryOf('GET /api/admin/users/:id/billing', { params: { id }, query: { sensitive } }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReadState read={billing} failed={strings.billingFailed} loading="Loading the billing data">
      {(read) => (
        <>
          <Subscription id={id} billing={read} />
          <Invoices billing={read} />
        </>
      )}
    </ReadState>
  );
}

function Subscription({ id, billing }: { id: string; billing: CustomerBilling }) {
  const { timeZone } = useCurrentUser();
  const ask = useAsk();
  const { subscription, ids, previous } = billing;
  const { plan, nextCharge, endsAt, card, mayStartTrial, trialRefused } = subscription;
  const time = (iso: string | null) => (iso === null ? 'None' : <TimeText iso={iso} timeZone={timeZone} />);
  return (
    <Section title="Subscription">
      <Facts
        facts={[
          ['Status', subscription.isInTrial ? `${subscription.status}, in trial` : subscription.status],
          ['Plan', plan ? `${plan.name}, ${formatMoney(plan.unit_amount, plan.currency)}` : 'None'],
          [
            'Next charge',
            nextCharge ? (
              <span key="charge">
                {formatMoney(nextCharge.amount, nextCharge.currency)}, {time(nextCharge.at)}
              </span>
            ) : (
              'None'
            ),
          ],
          ['Ends', time(endsAt)],
          ['Trial', trialRefused ?? (mayStartTrial ? 'Can start one' : 'None left')],
          ['Card', card ? `${card.brand} ${card.last4}, ${card.expMonth}/${card.expYear}` : 'None'],
          ['Stripe customer', ids.customer_id ?? 'None'],
          ['Stripe subscription', ids.subscription_id ?? 'None'],
          ['Previous customer', previous?.customer_id ?? 'None'],
          ['Previous subscription', previous?.subscription_id ?? 'None'],
          ['Replaced', time(previous?.replaced_at ?? null)],
        ]}
      />
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={() => ask(portalAction(id))}>
          {strings.portal}
        </Button>
        {mayStartTrial || isRunning(subscription) ? null : (
          <Button size="xs" variant="default" onClick={() => ask(trialAction(id))}>
            {strings.allowTrial}
          </Button>
        )}
        {previous ? (
          <Button size="xs" variant="default" onClick={() => ask(restoreAction(id, billing, ask))}>
            {strings.restore}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}

function Invoices({ billing: { history } }: { billing: CustomerBilling }) {
  const { timeZone } = useCurrentUser();
  const link = (address: string | null, words: string) =>
    address === null ? (
      '–'
    ) : (
      <a href={address} target="_blank" rel="noreferrer">
        {words}
      </a>
    );
  const isMasked = history.invoices.length > 0 && history.invoices.every((each) => each.invoiceUrl === null);
  return (
    <Section title={strings.invoices}>
      {history.unavailable ? <p>{strings.invoicesUnavailable}</p> : null}
      {history.invoices.length === 0 && !history.unavailable ? (
        <EmptyState>{strings.noInvoices}</EmptyState>
      ) : null}
      {history.invoices.length > 0 ? (
        <DataTable
          label={strings.invoices}
          rows={history.invoices}
          rowKey={(invoice) => invoice.id}
          columns={[
            { name: 'Date', cell: (invoice) => <TimeText iso={invoice.date} timeZone={timeZone} /> },
            { name: 'For', cell: (invoice) => invoice.description },
            {
              name: 'Amount',
              cell: (invoice) => formatMoney(invoice.amount, invoice.currency),
              isFigure: true,
            },
            { name: 'Status', cell: (invoice) => invoiceStatusWords[invoice.status] },
            { name: 'Invoice', cell: (invoice) => link(invoice.invoiceUrl, 'Open') },
            { name: 'Receipt', cell: (invoice) => link(invoice.receiptUrl, 'Open') },
          ]}
        />
      ) : null}
      {isMasked ? <p className={styles.note}>{strings.addressesMasked}</p> : null}
    </Section>
  );
}

/** Whether a plan is running, paid or past due. */
function isRunning({ status }: CustomerBilling['subscription']): boolean {
  return status !== 'inactive' && status !== 'canceled';
}

function trialAction(id: string): CustomerAction {
  return {
    title: 'Allow another trial?',
    text: strings.allowTrialText,
    confirmLabel: strings.allowTrial,
    fallback: strings.allowTrialFailed,
    run: (reason) => call('POST /api/admin/users/:id/allow-trial', { params: { id }, body: { reason } }),
  };
}

function portalAction(id: string): CustomerAction {
  return {
    title: 'Open the billing portal?',
    text: strings.portalText,
    confirmLabel: strings.portal,
    fallback: strings.portalFailed,
    async run(reason) {
      const { url } = await call('POST /api/admin/users/:id/open-portal', {
        params: { id },
        body: { reason },
      });
      window.open(url, '_blank', 'noopener');
      return { message: 'The billing portal is open in a new tab.' };
    },
  };
}

const doubtWords: Readonly<Record<RestoreDoubt, (billing: CustomerBilling) => string>> = {
  present_is_live: ({ ids, subscription }) =>
    `The current subscription ${ids.subscription_id ?? ''} is ${subscription.status}. It is overwritten here, but Stripe may keep charging for it.`,
  customer_not_found: ({ previous }) =>
    `Stripe no longer has the previous customer ${previous?.customer_id ?? ''}, so this customer will have no plan.`,
  subscription_not_found: ({ previous }) =>
    `Stripe has the previous customer, but not the subscription ${previous?.subscription_id ?? ''}.`,
};

/** What the restore replaces, for the dialog. */
function idChanges({ ids, previous }: CustomerBilling): CustomerAction['changes'] {
  const words = (id: string | null | undefined) => id ?? 'None';
  return [
    {
      what: 'Stripe customer',
      before: words(ids.customer_id),
      after: words(previous?.customer_id),
    },
    {
      what: 'Stripe subscription',
      before: words(ids.subscription_id),
      after: words(previous?.subscription_id),
    },
  ];
}

/** Restores the previous ids. If the server has doubts, offers to force it and names what is overwritten. */
function restoreAction(
  id: string,
  billing: CustomerBilling,
  ask: (action: CustomerAction) => void,
): CustomerAction {
  const restore = (force: boolean) => (reason: string) =>
    call('POST /api/admin/users/:id/billing/restore-previous', { params: { id }, body: { force, reason } });
  const changes = idChanges(billing) ?? [];
  return {
    title: strings.restoreTitle,
    text: strings.restoreText,
    changes,
    confirmLabel: strings.restore,
    fallback: strings.restoreFailed,
    async run(reason) {
      try {
        return await restore(false)(reason);
      } catch (error) {
        const doubts = doubtsOf(error);
        if (doubts.length === 0) throw error;
        // The same dialog continues and keeps the typed reason.
        ask({
          title: strings.forceTitle,
          text: doubts.map((doubt) => doubtWords[doubt](billing)).join(' '),
          changes,
          confirmLabel: strings.force,
          fallback: strings.restoreFailed,
          danger: true,
          run: restore(true),
        });
        throw error;
      }
    },
  };
}

function doubtsOf(error: unknown): RestoreDoubt[] {
  if (!(error instanceof ApiError) || error.code !== 'RESTORE_NEEDS_FORCE') return [];
  return (error.data?.doubts as RestoreDoubt[] | undefined) ?? [];
}
