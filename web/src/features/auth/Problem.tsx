import { requestIdOf } from '../../api/errors.ts';
import { RequestId } from '../../ui/RequestId.tsx';
import styles from './auth.module.css';

type Props = { message: string | undefined; error?: unknown };

/** What keeps a form from being sent or taken, in words; with the request to quote where a server was asked. */
export function Problem({ message, error }: Props) {
  if (!message) return null;
  return (
    <div className={styles.error} role="alert">
      <p>{message}</p>
      {error ? <RequestId id={requestIdOf(error)} /> : null}
    </div>
  );
}
