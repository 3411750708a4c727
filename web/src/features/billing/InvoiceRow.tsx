import type { Invoice } from '@drumbeat/contract/billing/billing.entities.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { dateText } from '../../ui/time/time.ts';
import styles from './BillingHistory.module.css';
import { invoiceStatusWords, strings } from './billing.strings.ts';
import { hasPdf, payAddress } from './invoice.rules.ts';

type Props = { invoice: Invoice; timeZone: string; downloading: boolean; onDownload: () => void };

export function InvoiceRow({ invoice, timeZone, downloading, onDownload }: Props) {
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
