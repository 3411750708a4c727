import { type Logger, pino } from 'pino';
import { describeForLog } from './log-errors.ts';

export type { Logger } from 'pino';

const secretPaths = [
  'req.headers.authorization',
  'authorization',
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  '*.password',
  '*.token',
  '*.accessToken',
  '*.refreshToken',
  '*.secret',
  '*.authorization',
];

/**
 * JSON lines to standard output, or to a file that only its owner can read; secrets are redacted by field
 * name.
 */
export function createLogger(level: string, role: string, file?: string): Logger {
  const destination = pino.destination({ dest: file ?? 1, mkdir: true, sync: true, mode: 0o600 });
  const redact = { paths: secretPaths, censor: '[redacted]' };
  return pino({ level, base: { role }, redact, serializers: { err: describeForLog } }, destination);
}
