import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../test/build-app.ts';
import { AppError } from './errors.ts';
import { createLogger } from './logger.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const SECRET = '$argon2id$v=19$ada@people.example\n    at a line of hers';

/** What the log holds after a line with this error, and who may read the file. */
function logged(error: unknown): { line: Record<string, unknown>; text: string; mode: number } {
  const folder = mkdtempSync(join(tmpdir(), 'drumbeat-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'drumbeat.log');
  createLogger('info', 'test', file).error({ err: error }, 'something failed');
  const text = readFileSync(file, 'utf8');
  return { line: JSON.parse(text) as Record<string, unknown>, text, mode: statSync(file).mode & 0o777 };
}

async function failureOf(statement: ReturnType<typeof sql>): Promise<unknown> {
  return app.platform.db.execute(statement).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('a failed statement is logged with its text and PostgreSQL’s code, never with what was given to it', async () => {
  const error = await failureOf(sql`select ${SECRET} from no_such_table`);
  const { line, text } = logged(error);
  expect(line.err).toEqual({
    type: 'DrizzleQueryError',
    message: 'Failed query',
    query: 'select $1 from no_such_table',
    code: '42P01',
    reason: 'relation "no_such_table" does not exist',
    stack: expect.stringMatching(/^at /),
  });
  expect(String((line.err as { stack: string }).stack)).toContain('logger.test.ts');
  expect(text).not.toContain('argon2id');
  expect(text).not.toContain('a line of hers');
});

test('a row that a rule of the database refuses is logged with the rule, its table and its column', async () => {
  const broken = sql`insert into rate_limits (key, points) values (${SECRET}, null)`;
  expect(logged(await failureOf(broken)).line.err).toMatchObject({
    code: '23502',
    table: 'rate_limits',
    column: 'points',
  });
  const doubled = sql`insert into rate_limits (key) values (${SECRET}), (${SECRET})`;
  const { line, text } = logged(await failureOf(doubled));
  expect(line.err).toMatchObject({
    code: '23505',
    table: 'rate_limits',
    constraint: 'rate_limits_pkey',
    reason: 'duplicate key value violates unique constraint "rate_limits_pkey"',
  });
  expect(text).not.toContain('argon2id');
});

test('it is the same for an error of ours that a failed statement caused, and for one that was made a text', async () => {
  const cause = await failureOf(sql`select ${SECRET} from no_such_table`);
  const wrapped = logged(new AppError('INTERNAL', 'Something went wrong.', { cause }));
  expect(wrapped.line.err).toMatchObject({
    type: 'AppError',
    message: 'Something went wrong.',
    query: 'select $1 from no_such_table',
    code: '42P01',
  });
  expect(wrapped.text).not.toContain('argon2id');
  const asText = logged(String(cause));
  expect(asText.line.err).toMatch(/^[\w: ]*Failed query: select \$1 from no_such_table$/);
  expect(asText.text).not.toContain('argon2id');
});

test('what is named like a secret is not logged, at the top and one level below', () => {
  const secrets = {
    password: 's',
    token: 's',
    accessToken: 's',
    refreshToken: 's',
    secret: 's',
    authorization: 's',
  };
  const folder = mkdtempSync(join(tmpdir(), 'drumbeat-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'deeper', 'drumbeat.log');
  const req = { headers: { authorization: 's', host: 'x' } };
  createLogger('info', 'api', file).info({ ...secrets, body: { ...secrets, name: 'Ada' }, req }, 'shown');
  const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '[redacted]']));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    level: 30,
    time: expect.any(Number),
    role: 'api',
    ...hidden,
    body: { ...hidden, name: 'Ada' },
    req: { headers: { authorization: '[redacted]', host: 'x' } },
    msg: 'shown',
  });
});

test('only who runs the server may read its log', () => {
  expect(logged(new Error('x')).mode).toBe(0o600);
});
