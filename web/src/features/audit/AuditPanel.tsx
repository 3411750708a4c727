import type { AuditEntryView } from '@drumbeat/contract/audit/audit.admin.ts';
import { useCurrentUser } from '../../api/query.ts';
import { customerPath } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { Facts } from '../console/Facts.tsx';
import { SidePanel } from '../console/SidePanel.tsx';
import { strings } from './audit.admin.strings.ts';
import styles from './audit.module.css';

/** One audit entry in full: actor, action, reason, the state before and after, and the request. */
export function AuditPanel({ entry, onClose }: { entry: AuditEntryView; onClose: () => void }) {
  const { timeZone } = useCurrentUser();
  const { before, after, reason, ...others } = entry.details;
  const isChange = 'before' in entry.details || 'after' in entry.details;
  const customer = entry.target_type === 'user' ? entry.target_id : null;
  return (
    <SidePanel
      opened
      title={entry.action}
      onClose={onClose}
      footer={
        customer ? (
          <LinkButton to={customerPath(customer)} look="primary">
            {strings.openCustomer}
          </LinkButton>
        ) : null
      }
    >
      <Facts
        facts={[
          ['At', <TimeText key="at" iso={entry.created_at} timeZone={timeZone} />],
          ['Actor', entry.actor_user_id ?? strings.program],
          ['Target', entry.target_type === null ? '–' : `${entry.target_type} ${entry.target_id ?? ''}`],
          ['IP', entry.ip ?? '–'],
          ...(typeof reason === 'string' ? [['Reason', reason] as const] : []),
        ]}
      />
      {isChange ? <Json title={strings.before} value={before} /> : null}
      {isChange ? <Json title={strings.after} value={after} /> : null}
      {Object.keys(others).length > 0 ? <Json title={strings.details} value={others} /> : null}
      {entry.request_id === null ? null : <RequestId id={entry.request_id} />}
    </SidePanel>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <pre>{value === null || value === undefined ? strings.nothing : JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
