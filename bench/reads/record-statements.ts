import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** One statement as it was passed to the driver. */
export type Statement = { name?: string; text: string; values: unknown[] };

/*
 * Loaded into an API process before its own code: records each statement of the product's pool as it is sent,
 * so that the bare server runs exactly what our handlers run.
 */
const file = process.env.RECORD_STATEMENTS ?? '';
const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };

function recorded(this: { connectionParameters: { application_name?: string } }, ...args: unknown[]) {
  if (this.connectionParameters.application_name === 'drumbeat') {
    const given = typeof args[0] === 'string' ? { text: args[0] } : (args[0] as Partial<Statement>);
    const values = given.values ?? (Array.isArray(args[1]) ? args[1] : []);
    const { name, text = '' } = given;
    appendFileSync(file, `${JSON.stringify({ ...(name ? { name } : {}), text, values })}\n`);
  }
  return query.apply(this, args);
}

Object.assign(pg.Client.prototype, { query: recorded });
