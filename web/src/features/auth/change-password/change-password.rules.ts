/** Validation of the form before anything is sent. Pure. */
import { passwordLacks, passwordMessages } from '@drumbeat/contract/auth/auth.rules.ts';
import { strings } from './change-password.strings.ts';

export type ChangeForm = { current: string; fresh: string; again: string };
type Lack = { field: keyof ChangeForm; message: string };

/** The first problem and the field to focus; null if there is none. */
export function checkChange(form: ChangeForm): Lack | null {
  const empty = (['current', 'fresh', 'again'] as const).find((field) => form[field] === '');
  if (empty) return { field: empty, message: passwordMessages.missing };
  if (passwordLacks(form.fresh).length > 0) return { field: 'fresh', message: passwordMessages.weak };
  if (form.fresh !== form.again) return { field: 'again', message: strings.different };
  return form.fresh === form.current ? { field: 'fresh', message: passwordMessages.same } : null;
}
