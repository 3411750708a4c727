import { describeAuthError } from './auth.form.ts';
import { Problem } from './Problem.tsx';

/** Why the server refused, except for problems with the address: the email field shows those. */
export function AuthProblem({ error }: { error: unknown }) {
  if (!error) return null;
  const { message, about } = describeAuthError(error);
  return about === 'email' ? null : <Problem message={message} error={error} />;
}
