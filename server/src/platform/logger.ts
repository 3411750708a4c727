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

/** JSON lines to standard output, secrets cut out by field name. */
export function createLogger(level: string, role: string): Logger {
  return pino({ level, base: { role }, redact: { paths: secretPaths, censor: '[redacted]' } });
}
