import { AppError } from '../../platform/errors.ts';

/** The posts or samples cannot be used for a voice; `field` names them in the request body. */
export function unreadable(message: string, field: 'posts' | 'samples'): AppError {
  return new AppError('VOICE_UNREADABLE', message, { data: { fields: { [field]: message } } });
}
