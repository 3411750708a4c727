import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import { useCurrentUser } from '../../../api/query.ts';
import { customerPath } from '../../../base/paths.ts';
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { Facts } from '../../console/Facts.tsx';
import { SidePanel } from '../../console/SidePanel.tsx';
import { statusWords } from './customer.rules.ts';

const yesNo = (yes: boolean): string => (yes ? 'Yes' : 'No');

/** A customer at a glance, with a link to the full page. */
export function CustomerPanel({ row, onClose }: { row: CustomerRow; onClose: () => void }) {
  const { timeZone } = useCurrentUser();
  return (
    <SidePanel
      opened
      title={row.email}
      onClose={onClose}
      footer={
        <LinkButton to={customerPath(row.id)} look="primary">
          Open customer
        </LinkButton>
      }
    >
      <Facts
        facts={[
          ['Id', row.id],
          ['Status', statusWords(row)],
          ['Payment method', yesNo(row.has_payment_method)],
          ['Ever subscribed', yesNo(row.has_ever_subscribed)],
          ['Posts', row.posts_paused ? 'Paused' : 'Going out'],
          ['Two-factor', row.two_factor_enabled ? 'On' : 'Off'],
          ['Roles', row.roles.join(', ') || 'None'],
          ['Signed up', <TimeText key="at" iso={row.created_at} timeZone={timeZone} />],
        ]}
      />
    </SidePanel>
  );
}
