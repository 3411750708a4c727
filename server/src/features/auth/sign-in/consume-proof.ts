import { codeMessages } from '@drumbeat/contract/auth/two-factor.rules.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { PROOF_TRIES, proofEnd } from '../auth.rules.ts';
import { consumeProofTry, insertProof, refundProofTry } from '../two-factor/two-factor.store.ts';

// A proof replaces a password that was right, so that it is hashed once although sign-in sends a code later.

type ProofDeps = Pick<AuthDeps, 'db' | 'clock'>;
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : undefined);

/** Finishes a sign-in whose password was right. If it lacks a code, the refusal carries a proof. */
export async function offerProof<T>(
  deps: ProofDeps,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  finish: () => Promise<T>,
): Promise<T> {
  try {
    return await finish();
  } catch (error) {
    if (codeOf(error) !== 'TWO_FACTOR_REQUIRED') throw error;
    const proof = randomToken();
    const expiresAt = proofEnd(deps.clock.now());
    await insertProof(deps.db, { tokenHash: hashToken(proof), userId, passwordHash, expiresAt });
    throw new AppError('TWO_FACTOR_REQUIRED', codeMessages.required, { data: { proof } });
  }
}

/**
 * Counts a try with a proof before its code is checked, so that parallel guesses cannot exceed the limit.
 * Returns the proof's hash; undefined if it is not this person's, has expired, was used or tried too often.
 */
export async function takeProof(deps: ProofDeps, userId: number, proof: string): Promise<string | undefined> {
  const hash = hashToken(proof);
  const limits = { now: deps.clock.now(), most: PROOF_TRIES };
  return (await consumeProofTry(deps.db, userId, hash, limits)) ? hash : undefined;
}

/** Finishes a sign-in with a taken proof. The try does not count if the code was not checked. */
export async function spendProof<T>(
  deps: ProofDeps,
  proofHash: string,
  finish: () => Promise<T>,
): Promise<T> {
  try {
    return await finish();
  } catch (error) {
    if (codeOf(error) !== 'TWO_FACTOR_CODE_INVALID') await refundProofTry(deps.db, proofHash);
    throw error;
  }
}
