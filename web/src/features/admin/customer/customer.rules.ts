import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';

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

/** `statusWords` of the customer whose page is open. */
export function statusOfCustomer(
  user: Pick<CustomerOverview, 'subscription_status' | 'is_in_trial'>,
): string {
  return statusWords({ subscription_status: user.subscription_status, in_trial: user.is_in_trial });
}
