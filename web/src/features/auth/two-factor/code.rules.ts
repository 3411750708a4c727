import {
  appCodeDigits,
  backupCodeLetters,
  CODE_DIGITS,
  secondFactorOf,
} from '@drumbeat/contract/auth/two-factor.rules.ts';
import { strings } from './two-factor.strings.ts';

export type CodeKind = 'app' | 'backup';

/** The code as the field shows it, cleaned of other characters. */
export function tidyCode(kind: CodeKind, typed: string): string {
  return kind === 'app' ? appCodeDigits(typed) : backupCodeLetters(typed);
}

/** What is wrong with a code before it is sent; null if nothing. */
export function checkCode(kind: CodeKind, code: string): string | null {
  if (kind === 'app') return code.length === CODE_DIGITS ? null : strings.incomplete;
  return secondFactorOf(code)?.kind === 'backup' ? null : strings.backupIncomplete;
}
