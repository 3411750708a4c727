import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import { Link } from 'react-router';
import { useCurrentUser } from '../../api/query.ts';
import { customerPath } from '../../base/paths.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import type { Chosen } from '../console/list/useChosen.ts';
import { statusWords } from './customer/customer.rules.ts';

type Props = {
  label: string;
  rows: readonly CustomerRow[];
  openId: string;
  onOpen: (row: CustomerRow) => void;
  /** The selection for bulk actions; null for staff who may not make any. */
  chosen: Chosen | null;
};

/** Customers as table rows. */
export function CustomersTable({ label, rows, openId, onOpen, chosen }: Props) {
  const { timeZone } = useCurrentUser();
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ id }) => id}
      openKey={openId}
      onOpen={onOpen}
      {...(chosen ? { choice: { ...chosen, name: ({ email, id }: CustomerRow) => `${email} · ${id}` } } : {})}
      columns={[
        { name: 'Email', cell: ({ email }) => email },
        { name: 'Id', cell: ({ id }) => <Link to={customerPath(id)}>{id}</Link> },
        { name: 'Status', cell: statusWords },
        { name: 'Card', cell: ({ has_payment_method }) => (has_payment_method ? 'Yes' : 'No') },
        { name: 'Posts', cell: ({ posts_paused }) => (posts_paused ? 'Paused' : 'Going out') },
        { name: 'Two-factor', cell: ({ two_factor_enabled }) => (two_factor_enabled ? 'On' : 'Off') },
        { name: 'Roles', cell: ({ roles }) => roles.join(', ') || '–' },
        { name: 'Signed up', cell: ({ created_at }) => <TimeText iso={created_at} timeZone={timeZone} /> },
      ]}
    />
  );
}
