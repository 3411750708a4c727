import type { SignedInSession } from '@drumbeat/contract/auth/sessions.ts';
import { Button } from '@mantine/core';
import { Eye, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import styles from './auth.module.css';
import { useEndSessions, useSessions } from './sessions.query.ts';
import { strings } from './sessions.strings.ts';

/** The dialog's code is loaded when it opens. */
const ConfirmIdentity = lazyDialog(
  async () => (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
);

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
