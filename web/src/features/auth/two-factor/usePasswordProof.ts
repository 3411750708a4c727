import { useRef, useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { strings as authStrings } from '../auth.strings.ts';

const ABOUT_PASSWORD = ['PASSWORD_REQUIRED', 'INVALID_CREDENTIALS'];

/** Whether a refusal asks for the password, or says that it was wrong. */
export function isAboutPassword(refusal: unknown): boolean {
  return refusal instanceof ApiError && ABOUT_PASSWORD.includes(refusal.code ?? '');
}

/** The password, where the server asks for it anew because the sign-in was a while ago. */
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
    /** What the call carries. */
    body: isNeeded ? { password } : {},
    type(typed: string): void {
      setPassword(typed);
      setError(undefined);
    },
    /** Whether the field need not be filled in, or is; if not, says so beside it. */
    isGiven(): boolean {
      if (!isNeeded || password !== '') return true;
      refuse(authStrings.passwordRequired);
      return false;
    },
    /** Whether a refusal was about the password: then the field is shown, with what is wrong. */
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
