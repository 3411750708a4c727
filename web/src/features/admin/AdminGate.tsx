import { Lock, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { useUser } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';
import { paths } from '../../base/paths.ts';
import { LinkButton, PlainButton } from '../../ui/buttons/PlainButton.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { SetUpTwoFactor } from '../auth/SetUpTwoFactor.tsx';
import { useStaff } from '../console/staff.query.ts';
import styles from './admin.module.css';
import { strings } from './admin.strings.ts';

/** Shows a screen to staff with two-factor. Other staff are asked to set it up; all others are refused. */
export function AdminGate({ children }: { children: ReactNode }) {
  const signedIn = useToken() !== null;
  const staff = useStaff();
  // The screens below show times in the person's zone.
  const user = useUser();
  if (signedIn && staff.isSuccess && user.isSuccess)
    return user.data.twoFactorEnabled ? children : <TwoFactorNeeded />;
  const error = staff.error ?? user.error;
  if (signedIn && !error) {
    return (
      <p className={styles.checking} role="status">
        {strings.checking}
      </p>
    );
  }
  const refused = error instanceof ApiError && [401, 403].includes(error.status);
  if (signedIn && !refused) {
    return (
      <Page title={strings.title}>
        <ErrorBox
          what={strings.checkFailed}
          message={describeError(error, '')}
          requestId={requestIdOf(error)}
          onRetry={() => void Promise.all([staff.refetch(), user.refetch()])}
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

/** Explains why the console is closed, and sets up two-factor here because Settings requires a plan. */
function TwoFactorNeeded() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.restricted}>
      <title>{`${strings.twoFactor} · Drumbeat`}</title>
      <ShieldCheck size={24} aria-hidden />
      <h1>{strings.twoFactor}</h1>
      <p>{strings.twoFactorText}</p>
      <PlainButton {...SetUpTwoFactor.near} onClick={() => setOpen(true)}>
        {strings.setUpTwoFactor}
      </PlainButton>
      {isOpen ? <SetUpTwoFactor onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
