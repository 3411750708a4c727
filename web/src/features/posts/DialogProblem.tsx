/** Why a dialog could not do what it was asked, in it, until it is mended. */
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
