import { AppError } from '../../platform/errors.ts';

/** Posts or samples of which no voice can be read; `field` is where they stand in the body. */
export function unreadable(message: string, field: 'posts' | 'samples'): AppError {
  return new AppError('VOICE_UNREADABLE', message, { data: { fields: { [field]: message } } });
}
