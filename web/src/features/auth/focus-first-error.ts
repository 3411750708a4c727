import type { UseFormReturnType } from '@mantine/form';
import type { AuthForm } from './auth.form.ts';

/** After a refused submit, focuses the first field with an error. */
export function focusFirstError(form: UseFormReturnType<AuthForm>, errors: object): void {
  const first = Object.keys(errors)[0];
  if (first) form.getInputNode(first)?.focus();
}
