import { DrizzleQueryError } from 'drizzle-orm';
import { type Logger, pino, stdSerializers } from 'pino';

export type { Logger } from 'pino';

/** The structured fields of a PostgreSQL error. */
type Refusal = { code?: string; constraint?: string; table?: string; column?: string };

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

/**
 * An error for the log. A failed statement is logged with its text and reason, but without its parameters,
 * which are people's words, addresses and hashes.
 */
function describeForLog(error: unknown): unknown {
  if (typeof error === 'string') return error.split('\nparams: ', 1)[0];
  if (!(error instanceof Error)) return error;
  const failed = failedQuery(error);
  if (!failed) return stdSerializers.err(error);
  const { code, constraint, table, column } = (failed.cause ?? {}) as Refusal;
  return {
    type: error.constructor.name,
    message: error === failed ? 'Failed query' : error.message,
    query: failed.query,
    code,
    // PostgreSQL's messages for invalid data (class 22) repeat the data.
    reason: code?.startsWith('22') ? undefined : failed.cause?.message,
    constraint,
    table,
    column,
    stack: framesOf(failed),
  };
}

/** The failed query in a chain of causes. */
function failedQuery(error: Error): DrizzleQueryError | undefined {
  for (
    let each: unknown = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  )
    if (each instanceof DrizzleQueryError) return each;
  return undefined;
}

/** The stack frames of an error, without its message. */
function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message);
  return end < 0 ? '' : stack.slice(end + message.length).trim();
}
