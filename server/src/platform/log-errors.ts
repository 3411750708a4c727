import { DrizzleQueryError } from 'drizzle-orm';
import { stdSerializers } from 'pino';

/** What PostgreSQL says of a statement that failed, beside its words. */
type Refusal = { code?: string; constraint?: string; table?: string; column?: string };

/**
 * An error as the log keeps it. Of a statement that failed it says which, and why, but nothing that was written or looked
 * for: that is people's words, addresses and hashes.
 */
export function describeForLog(error: unknown): unknown {
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
    // PostgreSQL's words on data that it cannot take (class 22) repeat the data.
    reason: code?.startsWith('22') ? undefined : failed.cause?.message,
    constraint,
    table,
    column,
    stack: framesOf(failed),
  };
}

/** The failed statement in a chain of causes. */
function failedQuery(error: Error): DrizzleQueryError | undefined {
  for (
    let each: unknown = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  )
    if (each instanceof DrizzleQueryError) return each;
  return undefined;
}

/** Where an error came from, without its words. */
function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message);
  return end < 0 ? '' : stack.slice(end + message.length).trim();
}
