import { describeError, requestIdOf } from '../../api/errors.ts';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import styles from './billing.module.css';
import { strings } from './billing.strings.ts';

/** Why a subscription could not be resumed or reactivated; shown beside the button. */
export function ReactivateProblem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <div className={styles.problem}>
      <ErrorBox
        what={strings.reactivateFailed}
        message={describeError(error, '')}
        requestId={requestIdOf(error)}
      />
    </div>
  );
}
