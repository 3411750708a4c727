import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleHelp } from 'lucide-react';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { paths } from '../../base/paths.ts';
import { LinkButton, PlainButton } from '../../ui/buttons/PlainButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import styles from './verify-email.module.css';
import { strings } from './verify-email.strings.ts';

/** The account was deleted, which cannot be undone. */
export function Disowned() {
  return (
    <Notice
      title={strings.disowned}
      icon={<CircleCheck aria-hidden className={styles.success} />}
      actions={<LinkButton to={paths.landing}>{strings.toStart}</LinkButton>}
    >
      <p>{strings.disownedText}</p>
    </Notice>
  );
}

type Props = { token: string; onBegin: () => void; onDisowned: () => void; onMine: () => void };

/** Asks whether an account created with the person's address is theirs, and deletes it if not. */
export function Disown({ token, onBegin, onDisowned, onMine }: Props) {
  const disown = useMutation({ mutationFn: () => call('POST /api/user/disown', { body: { token } }) });
  if (disown.isSuccess) return <Disowned />;
  const { error } = disown;
  function begin(): void {
    onBegin();
    disown.mutate(undefined, { onSuccess: onDisowned });
  }
  return (
    <Notice
      title={strings.wasItYou}
      icon={<CircleHelp aria-hidden className={styles.asks} />}
      actions={
        <>
          <PlainButton onClick={begin} disabled={disown.isPending}>
            {disown.isPending ? strings.disowning : strings.disown}
          </PlainButton>
          <PlainButton look="outline" onClick={onMine} disabled={disown.isPending}>
            {strings.isMine}
          </PlainButton>
        </>
      }
    >
      <p>{strings.wasItYouText}</p>
      {error ? (
        <div role="alert" className={styles.problem}>
          <p>{describeError(error, strings.disownFailed)}</p>
          <RequestId id={requestIdOf(error)} />
        </div>
      ) : null}
    </Notice>
  );
}
