import { AppError } from '../../../platform/errors.ts';
import { guessedFrom } from './password-stems.rules.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded on first use: nearly 50,000 passwords. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Throws VALIDATION_FAILED for `field` if the password is easily guessed: a common one, the product's name or
 * the person's address, with any digits and symbols around it.
 */
export async function requireUncommon(password: string, email: string, field: string): Promise<void> {
  common ??= loadCommon();
  const known = await common;
  const from = guessedFrom(password, { email, isCommon: (stem) => known.has(stem) });
  if (!from) return;
  const message = `This password is too easy to guess because it is based on ${from}. Please choose another.`;
  throw new AppError('VALIDATION_FAILED', message, { data: { fields: { [field]: message } } });
}
