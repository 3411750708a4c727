import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { invalidate } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';
import { linkToken } from '../../base/link-token.ts';
import { paths } from '../../base/paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { LinkButton, PlainButton } from '../../ui/PlainButton.tsx';
import { RequestId } from '../../ui/RequestId.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useOnce } from '../../ui/useOnce.ts';
import styles from './verify-email.module.css';
import { describeRefusal, mayTryAgain } from './verify-email.rules.ts';
import { strings } from './verify-email.strings.ts';

/** Takes the token out of the tab's history at once, and out of the address where it still stands there: it serves one time. */
function useTokenOnce(): string | null {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? linkToken());
  useEffect(() => {
    if (token) void navigate(pathname, { replace: true });
  }, [navigate, pathname, token]);
  return token;
}

/** What the history remembers of a link that was redeemed here, so that a reload shows the same. */
const REDEEMED = { verified: true } as const;

function isRedeemed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'verified' in state;
}

export function VerifyEmailPage() {
  const token = useTokenOnce();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const isSignedIn = useToken() !== null;
  const verification = useMutation({
    mutationFn: () => call('POST /api/auth/verify-email', { body: { token: token ?? '' } }),
    onSuccess: () => {
      void navigate(pathname, { replace: true, state: REDEEMED });
      void invalidate('GET /api/user');
    },
  });
  useOnce(() => {
    if (token) verification.mutate();
  });
  const isVerified = verification.isSuccess || isRedeemed(state);
  if (token && !isVerified && (verification.isIdle || verification.isPending))
    return <Spinner label={strings.pending} />;
  if (isVerified) {
    return (
      <Notice
        title={strings.success}
        icon={<CircleCheck aria-hidden className={styles.success} />}
        actions={<LinkButton to={paths.products}>{strings.choosePlan}</LinkButton>}
      >
        <p>{strings.successText}</p>
        {isSignedIn ? null : <p>{strings.otherTab}</p>}
      </Notice>
    );
  }
  const { error } = verification;
  return (
    <Notice
      title={strings.failed}
      icon={<CircleX aria-hidden className={styles.failed} />}
      actions={
        <>
          {mayTryAgain(error) ? (
            <PlainButton look="outline" onClick={() => verification.mutate()}>
              Try again
            </PlainButton>
          ) : null}
          <LinkButton to={paths.auth}>{strings.goToSignIn}</LinkButton>
        </>
      }
    >
      <p>{token ? describeRefusal(error) : strings.noToken}</p>
      <p>{strings.failedNext}</p>
      <RequestId id={requestIdOf(error)} />
    </Notice>
  );
}
