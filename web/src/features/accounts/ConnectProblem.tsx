/** Why nothing was connected and what to do about it; stays in the dialog until it is resolved. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import styles from './accounts.module.css';
import { accountsStrings as strings } from './accounts.strings.ts';
import type { Explained } from './connect-calls.ts';

type Props = {
  problem: Explained | null;
  asked: XAccount | undefined;
  hasRoom: boolean;
  onHere: () => void;
  onAgain: () => void;
  onAdd: () => void;
  onClose: () => void;
};

export function ConnectProblem({ problem, asked, hasRoom, onHere, onAgain, onAdd, onClose }: Props) {
  if (!problem) return null;
  const { other } = problem;
  return (
    <div className={styles.problem} role="alert">
      <CircleAlert size={20} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.what}>{problem.text}</p>
        {other && asked ? <p>{otherText(other, asked.username)}</p> : null}
        {other && !other.isConnected && !hasRoom ? <p>{strings.otherFull}</p> : null}
        {problem.isBlocked ? (
          <Button variant="default" onClick={onHere}>
            {strings.openHere}
          </Button>
        ) : null}
        {other && asked ? (
          <div className={styles.choices}>
            <Button onClick={onAgain}>{strings.tryAgain(asked.username)}</Button>
            {hasRoom && !other.isConnected ? (
              <Button variant="default" onClick={onAdd}>
                {strings.addOther(other.username)}
              </Button>
            ) : null}
            <Button variant="subtle" onClick={onClose}>
              Close
            </Button>
          </div>
        ) : null}
        <RequestId id={problem.requestId} />
      </div>
    </div>
  );
}

function otherText(other: NonNullable<Explained['other']>, asked: string): string {
  return other.isConnected
    ? strings.otherIsConnected(other.username, asked)
    : strings.otherRemoved(other.username, asked);
}
