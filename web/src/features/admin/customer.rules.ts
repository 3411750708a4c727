import type { CustomerRow } from '@drumbeat/contract/customers.ts';

const words: Record<CustomerRow['subscription_status'], string> = {
  active: 'Active',
  inactive: 'Inactive',
  canceling: 'Canceling',
  canceled: 'Canceled',
  past_due: 'Past due',
};

/** A customer's status as text; a trial is shown as one. */
export function statusWords(row: Pick<CustomerRow, 'subscription_status' | 'in_trial'>): string {
  if (!row.in_trial) return words[row.subscription_status];
  return row.subscription_status === 'canceling' ? 'Trial, canceling' : 'Trial';
}
