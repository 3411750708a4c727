import type { FeedbackRecord } from '@drumbeat/contract/feedback/feedback.admin.ts';
import { useCurrentUser } from '../../api/query.ts';
import { customerPath } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { Facts } from '../console/Facts.tsx';
import { SidePanel } from '../console/SidePanel.tsx';
import styles from './FeedbackPanel.module.css';
import { categoryNames, strings } from './feedback.admin.strings.ts';

/** One message in full, with its page, its request, and a link to the customer. */
export function FeedbackPanel({ row, onClose }: { row: FeedbackRecord; onClose: () => void }) {
  const { timeZone } = useCurrentUser();
  return (
    <SidePanel
      opened
      title={row.user_email}
      onClose={onClose}
      footer={
        <LinkButton to={customerPath(row.user_id)} look="primary">
          {strings.openCustomer}
        </LinkButton>
      }
    >
      <p className={styles.message}>{row.message}</p>
      <Facts
        facts={[
          ['Category', categoryNames[row.category]],
          ['Rating', row.rating === null ? 'None' : `${row.rating} of 5`],
          ['Page', row.page_path],
          ['Received', <TimeText key="at" iso={row.created_at} timeZone={timeZone} />],
        ]}
      />
      <RequestId id={row.request_id} />
    </SidePanel>
  );
}
