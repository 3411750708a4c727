import type { SignedInSession } from '@drumbeat/contract/auth/sessions.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Eye, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { invalidate, queryOf, useCurrentUser } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import styles from './auth.module.css';
import { isAboutPassword } from './two-factor/usePasswordProof.ts';

/** The dialog's code is loaded when it opens. */
const ConfirmIdentity = lazyDialog(
  async () => (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
);

const strings = {
  title: 'Signed-in sessions',
  loading: 'Loading sessions',
  failed: 'Your sessions could not be loaded.',
  unexpected: 'Something unexpected happened.',
  notEnded: 'The session could not be signed out. Please try again.',
  current: 'This session',
  unknownDevice: 'Unknown device',
  seen: 'Last used',
  end: 'Sign out',
  endOf: (device: string) => `Sign out ${device}`,
  view: 'Drumbeat support, read-only',
  until: 'Until',
  endOfView: 'End',
  endView: 'End the view by Drumbeat support',
  endOthers: 'Sign out all others',
  ending: 'Signing out…',
  proofTitle: 'Enter your password',
  proofLead: 'You signed in a while ago. Enter your password to sign out other sessions.',
  cancel: 'Cancel',
  more: (count: number) => `Show ${count} more`,
} as const;

/** How many are shown at first; most people have fewer. */
const FIRST = 5;

/** The person's sessions, with buttons to end one or all others. */
export function Sessions() {
  const { data: sessions, error, refetch } = useSessions();
  const sessionsEnd = useEndSessions();
  const [all, setAll] = useState(false);
  if (error && !sessions) {
    return (
      <ErrorBox
        what={strings.failed}
        message={describeError(error, strings.unexpected)}
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!sessions) {
    return (
      <Skeletons label={strings.loading}>
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Skeletons>
    );
  }
  const shown = all ? sessions : sessions.slice(0, FIRST);
  const left = sessions.length - shown.length;
  return (
    <>
      <ul className={styles.sessionsList} aria-label={strings.title}>
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} sessionsEnd={sessionsEnd} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className={styles.actions}>
          <LoadingButton
            variant="default"
            loading={sessionsEnd.ending === 'others'}
            loadingLabel={strings.ending}
            onClick={() => sessionsEnd.end('others')}
          >
            {strings.endOthers}
          </LoadingButton>
          {left > 0 ? (
            <Button variant="subtle" onClick={() => setAll(true)}>
              {strings.more(left)}
            </Button>
          ) : null}
        </div>
      ) : null}
      {sessionsEnd.asksFor === undefined ? null : (
        <ConfirmIdentity
          title={strings.proofTitle}
          keepLabel={strings.cancel}
          confirmLabel={strings.end}
          confirmingLabel={strings.ending}
          withCode={false}
          confirm={({ password }) => sessionsEnd.confirm(password)}
          onClose={sessionsEnd.cancel}
        >
          <p>{strings.proofLead}</p>
        </ConfirmIdentity>
      )}
    </>
  );
}

type RowProps = { session: SignedInSession; sessionsEnd: ReturnType<typeof useEndSessions> };

function SessionRow({ session, sessionsEnd }: RowProps) {
  const { timeZone } = useCurrentUser();
  const device = session.view ? strings.view : (session.device ?? strings.unknownDevice);
  const SignedInAt = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  const Icon = session.view ? Eye : SignedInAt;
  return (
    <li className={styles.row}>
      <Icon size={20} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.device}>
          {device}
          {session.current ? <span className={styles.current}>{strings.current}</span> : null}
        </p>
        <p className={styles.facts}>
          {session.ip ? `${session.ip} · ` : ''}
          {session.view ? strings.until : strings.seen}{' '}
          <TimeText iso={session.view?.endsAt ?? session.lastSeenAt} timeZone={timeZone} inSentence />
        </p>
      </div>
      {session.current ? null : (
        <LoadingButton
          variant="subtle"
          size="sm"
          aria-label={session.view ? strings.endView : strings.endOf(device)}
          loading={sessionsEnd.ending === session.id}
          onClick={() => sessionsEnd.end(session.id)}
        >
          {session.view ? strings.endOfView : strings.end}
        </LoadingButton>
      )}
    </li>
  );
}

/** The person's sessions, this tab's first. */
function useSessions() {
  const query = useQuery(queryOf('GET /api/auth/sessions'));
  return { ...query, data: query.data && thisFirst(query.data.sessions) };
}

function thisFirst(sessions: readonly SignedInSession[]): SignedInSession[] {
  return [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
}

/** A session id, or all sessions except this tab's. */
type Which = string | 'others';

/**
 * Ends sessions. `asksFor` is the pending request if the server asks for the password first; `confirm` sends
 * it again with the password, and throws if it is refused.
 */
function useEndSessions() {
  const [asksFor, setAsksFor] = useState<Which>();
  const end = useMutation({
    mutationFn: ({ which, password }: { which: Which; password?: string }) => {
      const body = password === undefined ? {} : { password };
      return which === 'others'
        ? call('DELETE /api/auth/sessions', { body })
        : call('DELETE /api/auth/sessions/:id', { params: { id: which }, body });
    },
    onSuccess: ({ message }) => notify.success(message),
    onError(error, { which, password }) {
      if (isAboutPassword(error)) {
        if (password === undefined) setAsksFor(which);
        return;
      }
      // A session that has already ended is not an error.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return;
      notify.error(describeError(error, strings.notEnded), { requestId: requestIdOf(error) });
    },
    onSettled: () => invalidate('GET /api/auth/sessions'),
  });
  return {
    end: (which: Which) => end.mutate({ which }),
    ending: end.isPending ? end.variables.which : undefined,
    asksFor,
    confirm: async (password: string) => {
      if (asksFor !== undefined) await end.mutateAsync({ which: asksFor, password });
    },
    cancel: () => setAsksFor(undefined),
  };
}
