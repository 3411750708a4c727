import { requestIdOf } from '../../api/errors.ts';
import { RequestId } from '../../ui/RequestId.tsx';
import { describeAuthError } from './auth.form.ts';
import styles from './auth.module.css';

/** Why the server refused, unless it is about the address, which its own field then says. */
export function AuthProblem({ error }: { error: unknown }) {
  if (!error) return null;
  const { message, about } = describeAuthError(error);
  if (about === 'email') return null;
  return (
    <div className={styles.error} role="alert">
      <p>{message}</p>
      <RequestId id={requestIdOf(error)} />
    </div>
  );
}
