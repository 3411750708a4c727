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
import { LinkButton, PlainButton } from '../../ui/buttons/PlainButton.tsx';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { useOnce } from '../../ui/useOnce.ts';
import { Disown, Disowned } from './Disown.tsx';
import styles from './verify-email.module.css';
import { describeRefusal, mayTryAgain } from './verify-email.rules.ts';
import { strings } from './verify-email.strings.ts';

/** Stored in the history entry once a link was used here, so that a reload shows the same result. */
const VERIFIED = { verified: true } as const;
const DISOWNED = { disowned: true } as const;

function has(state: unknown, result: 'verified' | 'disowned'): boolean {
  return typeof state === 'object' && state !== null && result in state;
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
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const verification = useVerification(token);
  if (has(state, 'disowned')) return <Disowned />;
  if (!disowns || token === null) {
    return <Verification token={token} verification={verification} onNotMine={() => setDisowns(true)} />;
  }
  return (
    <Disown
      token={token}
      // Where no answer comes, the account may be gone or not: 'It was me' asks again instead of trusting this.
      onBegin={() => {
        verification.reset();
        void navigate(pathname, { replace: true });
      }}
      onDisowned={() => void navigate(pathname, { replace: true, state: DISOWNED })}
      onMine={() => setDisowns(false)}
    />
  );
}

/** The link's redemption, kept by the page: who looks at the other choice and comes back sends nothing again. */
function useVerification(token: string | null) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('POST /api/auth/verify-email', { body: { token: token ?? '' } }),
    onSuccess: () => {
      void navigate(pathname, { replace: true, state: VERIFIED });
      void invalidate('GET /api/user');
    },
  });
}

type Props = {
  token: string | null;
  verification: ReturnType<typeof useVerification>;
  onNotMine: () => void;
};

function Verification({ token, verification, onNotMine }: Props) {
  const { state } = useLocation();
  const isSignedIn = useToken() !== null;
  useOnce(() => {
    if (token && verification.isIdle) verification.mutate();
  });
  const isVerified = verification.isSuccess || has(state, 'verified');
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
