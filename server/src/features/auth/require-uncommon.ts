import { AppError } from '../../platform/errors.ts';
import { guessedFrom } from './password-stems.rules.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first new password: nearly 50,000 of them. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Throws VALIDATION_FAILED, in the field that is named, for a password that is guessed early: a common one, the product's
 * name or the person's address, whatever digits and signs were put around it.
 */
export async function requireUncommon(password: string, email: string, field: string): Promise<void> {
  common ??= loadCommon();
  const known = await common;
  const from = guessedFrom(password, { email, isCommon: (stem) => known.has(stem) });
  if (!from) return;
  const message = `This password is guessed too easily: it is ${from} with something around it. Please choose another.`;
  throw new AppError('VALIDATION_FAILED', message, { data: { fields: { [field]: message } } });
}
