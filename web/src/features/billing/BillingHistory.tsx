import type { Invoice } from '@drumbeat/contract/billing/billing.entities.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { dateText } from '../../ui/time/time.ts';
import styles from './BillingHistory.module.css';
import { invoiceStatusWords, strings } from './billing.strings.ts';
import { hasPdf, invoiceFileName, payAddress } from './prices.rules.ts';
import { historyQuery, useInvoiceDownload } from './subscription.query.ts';

/** The person's invoices, newest first, ten per page. `cursors` has the last invoice before each page. */
export function BillingHistory() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, error, isPlaceholderData, refetch } = useQuery(historyQuery(cursors.at(-1)));
  const last = data?.invoices.at(-1);
  const isEmpty = data?.invoices.length === 0 && cursors.length === 0;
  return (
    <div className={styles.history}>
      <h3 id="billing-history">{strings.history}</h3>
      {isEmpty ? <p className={styles.empty}>{strings.noInvoices}</p> : null}
      {data && !isEmpty ? <Invoices invoices={data.invoices} isOld={isPlaceholderData} /> : null}
      {error && !data ? (
        <ErrorBox
          what={strings.historyFailed}
          message={describeError(error, '')}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data || error ? null : (
        <Skeletons label={strings.historyLoading}>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Skeletons>
      )}
      {cursors.length > 0 || data?.hasMore ? (
        <nav className={styles.pager} aria-label={strings.pages}>
          <p role="status">{strings.page(cursors.length + 1)}</p>
          <Button
            variant="default"
            size="sm"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {strings.previous}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={isPlaceholderData || !data?.hasMore || !last}
            onClick={() => last && setCursors([...cursors, last.id])}
          >
            {strings.next}
          </Button>
        </nav>
      ) : null}
    </div>
  );
}

type InvoicesProps = { invoices: readonly Invoice[]; isOld: boolean };

function Invoices({ invoices, isOld }: InvoicesProps) {
  const { timeZone } = useCurrentUser();
  const download = useInvoiceDownload();
  const busyWith = download.isPending ? download.variables.id : undefined;
  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles */}
      <table role="table" className={styles.table} aria-labelledby="billing-history" aria-busy={isOld}>
        <thead role="rowgroup">
          <tr role="row">
            {[strings.date, strings.description, strings.amount, strings.status].map((heading) => (
              <th key={heading} role="columnheader" scope="col">
                {heading}
              </th>
            ))}
            <th role="columnheader" scope="col">
              <span className="visually-hidden">{strings.invoice}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {invoices.map((invoice) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              timeZone={timeZone}
              downloading={busyWith === invoice.id}
              onDownload={() =>
                download.mutate({ id: invoice.id, fileName: invoiceFileName(invoice, timeZone) })
              }
            />
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: the end of it */}
      {download.error ? (
        <ErrorBox
          what={strings.downloadFailed}
          message={describeError(download.error, '')}
          requestId={requestIdOf(download.error)}
        />
      ) : null}
    </>
  );
}

type RowProps = { invoice: Invoice; timeZone: string; downloading: boolean; onDownload: () => void };

function InvoiceRow({ invoice, timeZone, downloading, onDownload }: RowProps) {
  const { description, status } = invoice;
  const date = dateText(Date.parse(invoice.date), timeZone, Date.now());
  const pay = payAddress(invoice);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <tr role="row" className={styles.row}>
      <td role="cell" className={styles.date}>
        {date}
      </td>
      <td role="cell" className={styles.description}>
        {description}
      </td>
      <td role="cell" className={styles.amount}>
        {formatMoney(invoice.amount, invoice.currency)}
      </td>
      <td role="cell" className={styles.status} data-status={status}>
        {invoiceStatusWords[status]}
      </td>
      <td role="cell" className={styles.actions}>
        {pay ? (
          <a href={pay} target="_blank" rel="noreferrer" aria-label={strings.payOf(description, date)}>
            {strings.pay}
          </a>
        ) : null}
        {hasPdf(invoice) ? (
          <LoadingButton
            variant="subtle"
            size="sm"
            className={styles.download ?? ''}
            aria-label={strings.downloadOf(description, date)}
            loading={downloading}
            onClick={onDownload}
          >
            {strings.download}
          </LoadingButton>
        ) : null}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: the end of it
  );
}
