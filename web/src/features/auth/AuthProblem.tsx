import { describeAuthError } from './auth.form.ts';
import { Problem } from './Problem.tsx';

/** Why the server refused, unless it is about the address, which its own field then says. */
export function AuthProblem({ error }: { error: unknown }) {
  if (!error) return null;
  const { message, about } = describeAuthError(error);
  return about === 'email' ? null : <Problem message={message} error={error} />;
}
