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
import { TextButton } from '../../ui/TextButton.tsx';
import { TimeText } from '../../ui/TimeText.tsx';
import { useOnce } from '../../ui/useOnce.ts';
import { Disown } from './Disown.tsx';
import styles from './verify-email.module.css';
import { describeRefusal, mayTryAgain } from './verify-email.rules.ts';
import { strings } from './verify-email.strings.ts';

/** Stored in the history entry once a link was redeemed here, so that a reload shows the same result. */
const REDEEMED = { verified: true } as const;

function isRedeemed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'verified' in state;
}

/** The device's zone, because the person who opens the link may not be signed in. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Link = { token: string | null; isNotMe: boolean };

/** Reads the emailed link and removes it from the URL and the history at once: it works only once. */
function useLinkOnce(): Link {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => {
    const query = new URLSearchParams(search);
    return { token: query.get('token') ?? linkToken(), isNotMe: query.has('not-me') };
  });
  useEffect(() => {
    if (link.token) void navigate(pathname, { replace: true });
  }, [navigate, pathname, link]);
  return link;
}

/** The result of an emailed link: the address is verified, or its account is deleted. */
export function VerifyEmailPage() {
  const { token, isNotMe } = useLinkOnce();
  const [disowns, setDisowns] = useState(isNotMe && token !== null);
  return disowns && token !== null ? (
    <Disown token={token} onMine={() => setDisowns(false)} />
  ) : (
    <Verification token={token} onNotMine={() => setDisowns(true)} />
  );
}

function Verification({ token, onNotMine }: { token: string | null; onNotMine: () => void }) {
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
        {verification.data ? <SignedUp {...verification.data.signedUp} onNotMine={onNotMine} /> : null}
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

/** Tells the owner of the address when and on which device the account was created. */
function SignedUp({ at, device, onNotMine }: { at: string; device: string | null; onNotMine: () => void }) {
  return (
    <div className={styles.signedUp}>
      <p>
        {strings.signedUp} <TimeText iso={at} timeZone={zone} />
        {device ? `, ${strings.with(device)}` : null}
      </p>
      <TextButton onClick={onNotMine}>{strings.notMe}</TextButton>
    </div>
  );
}
