import { strings as authStrings } from '../auth.strings.ts';
import { SecretInput } from '../SecretInput.tsx';
import type { PasswordProof } from './usePasswordProof.ts';

/** The password field, shown only if the server asks for the password. */
export function ProofField({ proof }: { proof: PasswordProof }) {
  if (!proof.isNeeded) return null;
  return (
    <SecretInput
      ref={proof.field}
      label={authStrings.password}
      autoComplete="current-password"
      value={proof.password}
      onChange={(event) => proof.type(event.currentTarget.value)}
      error={proof.error}
      autoFocus
    />
  );
}
