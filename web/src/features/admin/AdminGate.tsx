import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, messageOf, requestIdOf } from '../../api/errors.ts';
import { useToken } from '../../api/session.ts';
import { paths } from '../../app/paths.ts';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { LinkButton } from '../../ui/PlainButton.tsx';
import styles from './admin.module.css';
import { strings } from './admin.strings.ts';
import { useStaff } from './staff.query.ts';

/** Shows a screen to staff only; everybody else learns that it is not for them. */
export function AdminGate({ children }: { children: ReactNode }) {
  const signedIn = useToken() !== null;
  const staff = useStaff();
  if (signedIn && staff.isSuccess) return children;
  if (signedIn && staff.isPending) {
    return (
      <p className={styles.checking} role="status">
        {strings.checking}
      </p>
    );
  }
  const refused = staff.error instanceof ApiError && [401, 403].includes(staff.error.status);
  if (signedIn && !refused) {
    return (
      <Page title={strings.title}>
        <ErrorBox
          what={strings.checkFailed}
          message={messageOf(staff.error, '')}
          requestId={requestIdOf(staff.error)}
          onRetry={() => void staff.refetch()}
        />
      </Page>
    );
  }
  return (
    <div className={styles.restricted}>
      <title>{`${strings.restricted} · Drumbeat`}</title>
      <Lock size={24} aria-hidden />
      <h1>{strings.restricted}</h1>
      <p>{strings.restrictedText}</p>
      <LinkButton to={paths.landing} look="outline">
        {strings.home}
      </LinkButton>
    </div>
  );
}
