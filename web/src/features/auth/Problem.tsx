import { isOurFault, requestIdOf } from '../../api/errors.ts';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import styles from './auth.module.css';

type Props = { message: string | undefined; error?: unknown };

/** Why a form cannot be sent or was refused; with the request id if the fault is on our side. */
export function Problem({ message, error }: Props) {
  if (!message) return null;
  return (
    <div className={styles.error} role="alert">
      <p>{message}</p>
      {error && isOurFault(error) ? <RequestId id={requestIdOf(error)} /> : null}
    </div>
  );
}
