import type { User } from '@drumbeat/contract/users/users.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryClient, rememberUser, userQuery } from '../../api/query.ts';
import { paths } from '../../base/paths.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { useOnce } from '../../ui/useOnce.ts';
import { useSignOut } from '../auth/useSignOut.ts';
import { markVerificationSent, wasVerificationSent } from '../auth/verification-sent.ts';
import { useCountdown, useResend } from './useResend.ts';
import styles from './verify-email.module.css';
import { describeSendFailure, wasJustSent } from './verify-email.rules.ts';
import { strings } from './verify-email.strings.ts';

const LOOK_EVERY_MS = 4_000;

/** Sends the verification email automatically, once per browser session; never in a view. */
function useSendOnce(user: User, onSent: () => void): void {
  useOnce(() => {
    if (user.view || wasVerificationSent(user.id)) return;
    markVerificationSent(user.id);
    call('POST /api/auth/resend-verification').then(onSent, (error) => {
      if (wasJustSent(error)) return;
      notify.error(describeSendFailure(strings.sendFailed, error), { requestId: requestIdOf(error) });
    });
  });
}

function useRecheck() {
  return useMutation({
    mutationFn: () => call('GET /api/user'),
    onSuccess: rememberUser,
    onError: (error) =>
      notify.error(describeError(error, 'Your account could not be loaded.'), {
        requestId: requestIdOf(error),
      }),
  });
}

/**
 * Checks every few seconds, and on every return to the tab, whether the link was opened elsewhere. Says so
 * when the overlay closes, whichever fetch of the user caused that.
 */
function useLiftWhenVerified(): void {
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible')
        void call('GET /api/user').then(rememberUser, () => undefined);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      if (queryClient.getQueryData(userQuery.queryKey)?.emailVerifiedAt) notify.success(strings.verified);
    };
  }, []);
}

/** Covers the plans page while the address is not verified. Closing it signs out. */
export function VerifyOverlay({ user }: { user: User }) {
  const signOut = useSignOut();
  const wait = useCountdown();
  const resend = useResend(user, wait.restart);
  const recheck = useRecheck();
  useSendOnce(user, wait.skip);
  useLiftWhenVerified();
  const stillNot = recheck.isSuccess && !recheck.data.emailVerifiedAt;
  return (
    <Dialog
      opened
      onlyByButton
      onClose={() => void signOut(paths.auth)}
      closeLabel="Close and sign out"
      title={strings.overlayTitle}
    >
      <div className={styles.overlay}>
        <p>
          {strings.overlaySent} <strong>{user.email}</strong>. {strings.overlayNext}
        </p>
        <p className={styles.status} role="status">
          {stillNot ? strings.stillNot : ''}
        </p>
        <LoadingButton
          fullWidth
          loading={recheck.isPending}
          loadingLabel={strings.refreshing}
          onClick={() => recheck.mutate()}
        >
          {strings.refresh}
        </LoadingButton>
        {wait.left > 0 ? (
          <p className={`${styles.again} tabular`}>{strings.resendIn(wait.left)}</p>
        ) : (
          <LoadingButton
            variant="default"
            fullWidth
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {strings.resend}
          </LoadingButton>
        )}
      </div>
    </Dialog>
  );
}
