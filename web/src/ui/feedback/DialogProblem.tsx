/** Why a dialog's action failed; shown in the dialog until it is resolved. */
import styles from './feedback.module.css';
import { RequestId } from './RequestId.tsx';

type Problem = { text: string; requestId?: string | undefined };

export function DialogProblem({ problem }: { problem: Problem | null }) {
  if (!problem) return null;
  return (
    <div className={styles.problem} role="alert">
      <p>{problem.text}</p>
      <RequestId id={problem.requestId} />
    </div>
  );
}
