import { describeAuthError } from './auth.form.ts';
import { Problem } from './Problem.tsx';

/** Why the server refused, unless the reason is the address: then the field itself shows it. */
export function AuthProblem({ error }: { error: unknown }) {
  if (!error) return null;
  const { message, about } = describeAuthError(error);
  return about === 'email' ? null : <Problem message={message} error={error} />;
}
