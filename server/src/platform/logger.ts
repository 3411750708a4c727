import { type Logger, pino } from 'pino';

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

/** JSON lines to standard output, or to a file; secrets cut out by field name. */
export function createLogger(level: string, role: string, file?: string): Logger {
  const destination = pino.destination({ dest: file ?? 1, mkdir: true, sync: true });
  return pino({ level, base: { role }, redact: { paths: secretPaths, censor: '[redacted]' } }, destination);
}
