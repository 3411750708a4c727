import { CircleAlert } from 'lucide-react';
import { PlainButton } from '../buttons/PlainButton.tsx';
import styles from './feedback.module.css';
import { RequestId } from './RequestId.tsx';

type Props = {
  what: string;
  message?: string | undefined;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
};

/**
 * Says that something could not be loaded or done: what failed in plain words, 'Try again', and the request id.
 *
 *     <ErrorBox what="Your posts could not be loaded." message={…} requestId={requestIdOf(error)} onRetry={refetch} />
 */
export function ErrorBox({ what, message, requestId, onRetry }: Props) {
  return (
    <div className={styles.box} role="alert">
      <CircleAlert size={20} aria-hidden className={styles.errorBoxIcon} />
      <div className={styles.errorBoxWords}>
        <p className={styles.what}>{what}</p>
        {message ? <p className={styles.message}>{message}</p> : null}
        <RequestId id={requestId} />
      </div>
      {onRetry ? (
        <PlainButton look="outline" onClick={onRetry}>
          Try again
        </PlainButton>
      ) : null}
    </div>
  );
}

type Problem = { text: string; requestId?: string | undefined };

/** Why a dialog's action failed; shown in the dialog until it is resolved. */
export function DialogProblem({ problem }: { problem: Problem | null }) {
  if (!problem) return null;
  return (
    <div className={styles.problem} role="alert">
      <p>{problem.text}</p>
      <RequestId id={problem.requestId} />
    </div>
  );
}
