import { type ReactNode, useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { describeError, requestIdOf } from '../api/errors.ts';
import { useUser } from '../api/query.ts';
import { sessionEnd } from '../api/session.ts';
import { useToken } from '../api/useToken.ts';
import { dropMarkup } from '../base/boot-markup.ts';
import { useDevFlags } from '../base/dev-flags.ts';
import { linkToken } from '../base/link-token.ts';
import { isAuthPath, type Reason } from '../base/paths.ts';
import { useSecondFactor } from '../features/auth/second-factor.tsx';
import { useMaintenance } from '../features/maintenance/maintenance.query.ts';
import { ErrorBox } from '../ui/feedback/ErrorBox.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { Boot } from './Boot.tsx';
import { decide, needsSignIn } from './guards.ts';
import styles from './Root.module.css';
import { useConfirmingCheckout } from './returns.ts';

/** Applies the guards on every change: shows the screen, waits, or redirects. */
export function Gate({ children }: { children: ReactNode }) {
  const location = useLocation();
  const token = useToken();
  const user = useUser();
  const maintenance = useMaintenance();
  const twoFactorPending = useSecondFactor().isAwaited && token === null;
  const confirmingCheckout = useConfirmingCheckout();
  const { skipPayment } = useDevFlags();
  const state = location.state as { reason?: Reason } | null;

  const decision = decide({
    pathname: location.pathname,
    search: location.search,
    hasLinkToken: linkToken() !== null,
    hash: location.hash,
    reason: state?.reason,
    maintenance: maintenance.data,
    twoFactorPending,
    signedIn: token !== null,
    sessionEnd: sessionEnd(),
    user: token === null ? undefined : user.data,
    confirmingCheckout,
    skipPayment,
  });

  const reason = decision.do === 'go' ? decision.reason : undefined;
  // One object as long as the reason is the same: at each new one Navigate goes again, and each step of its own
  // navigation draws this anew.
  const leaving = useMemo(() => (reason ? { reason } : null), [reason]);
  const isOver = decision.do !== 'wait';
  useEffect(() => {
    if (isOver) dropMarkup();
  }, [isOver]);

  if (decision.do === 'go') {
    const leave = <Navigate to={decision.to} replace state={leaving} />;
    // Keep the form until the next screen is ready, so that no blank page appears in between.
    return isAuthPath(location.pathname) ? (
      <>
        {children}
        {leave}
      </>
    ) : (
      leave
    );
  }
  if (decision.do === 'show') return children;
  if (user.isError && needsSignIn(location.pathname)) {
    return (
      <main className={styles.failed}>
        <ErrorBox
          what="Your account could not be loaded."
          message={describeError(user.error, 'Something unexpected happened.')}
          requestId={requestIdOf(user.error)}
          onRetry={() => void user.refetch()}
        />
      </main>
    );
  }
  return confirmingCheckout ? <Spinner now label="Confirming your subscription" /> : <Boot />;
}
