import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { AuthForm } from './auth.form.ts';
import { strings } from './auth.strings.ts';
import { SecretInput } from './SecretInput.tsx';

type Props = { form: UseFormReturnType<AuthForm> };

export function EmailField({ form }: Props) {
  return (
    <TextInput
      label={strings.email}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...form.getInputProps('email')}
    />
  );
}

export function PasswordField({
  form,
  isNew,
  describedBy,
}: Props & { isNew: boolean; describedBy?: string }) {
  const input = form.getInputProps('password');
  // The list below shows what a new password lacks; an extra line here would shift the button under the
  // pointer.
  const error = isNew && form.values.password !== '' ? Boolean(input.error) : input.error;
  return (
    <SecretInput
      label={strings.password}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      describedBy={describedBy}
      {...input}
      error={error}
    />
  );
}
