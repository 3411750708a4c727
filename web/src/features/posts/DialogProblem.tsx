/** Why a dialog's action failed; shown in the dialog until it is resolved. */
import { RequestId } from '../../ui/RequestId.tsx';
import styles from './DialogProblem.module.css';
import type { Problem } from './problem.ts';

export function DialogProblem({ problem }: { problem: Problem | null }) {
  if (!problem) return null;
  return (
    <div className={styles.problem} role="alert">
      <p>{problem.text}</p>
      <RequestId id={problem.requestId} />
    </div>
  );
}
