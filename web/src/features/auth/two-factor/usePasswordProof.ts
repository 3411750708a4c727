import { useRef, useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { strings as authStrings } from '../auth.strings.ts';

const ABOUT_PASSWORD = ['PASSWORD_REQUIRED', 'INVALID_CREDENTIALS'];

/** Whether an error asks for the password or says that it was wrong. */
export function isAboutPassword(refusal: unknown): boolean {
  return refusal instanceof ApiError && ABOUT_PASSWORD.includes(refusal.code ?? '');
}

/** The state of a password field that appears only if the server asks for the password again. */
export function usePasswordProof() {
  const [isNeeded, setNeeded] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function refuse(message: string): void {
    setError(message);
    field.current?.focus();
  }
  return {
    isNeeded,
    password,
    error,
    field,
    /** The body to send with the call. */
    body: isNeeded ? { password } : {},
    type(typed: string): void {
      setPassword(typed);
      setError(undefined);
    },
    /** Whether the field is not needed or is filled in; if not, shows an error beside it. */
    isGiven(): boolean {
      if (!isNeeded || password !== '') return true;
      refuse(authStrings.passwordRequired);
      return false;
    },
    /** Handles an error about the password by showing the field with it; returns whether it was one. */
    takes(refusal: unknown): boolean {
      if (!(refusal instanceof ApiError)) return false;
      if (refusal.code === 'PASSWORD_REQUIRED') setNeeded(true);
      else if (isNeeded && refusal.code === 'INVALID_CREDENTIALS') refuse(refusal.message);
      else return false;
      return true;
    },
  };
}

export type PasswordProof = ReturnType<typeof usePasswordProof>;
