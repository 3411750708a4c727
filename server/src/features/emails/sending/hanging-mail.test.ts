import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { createMailer } from '../../../providers/mail/smtp.ts';
import { queueEmail } from './queue-email.ts';
import { sendEmail } from './send-email.ts';

/** As many as the pool of a test's server has connections. */
const POOL = 8;

let app: TestApp;
let silent: Server;
const sockets: Socket[] = [];
let smtpUrl: string;

beforeAll(async () => {
  app = await buildApp({ shared: true });
  silent = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  smtpUrl = `smtp://127.0.0.1:${(silent.address() as { port: number }).port}`;
});
afterAll(async () => {
  silent.close();
  await app.close();
});

async function queueSome(count: number): Promise<number[]> {
  const person = await buildUser(app);
  await inTransaction(app.platform.db, async (tx) => {
    for (let each = 0; each < count; each += 1)
      await queueEmail(app.platform, tx, {
        userId: person.id,
        to: person.email,
        template: 'account_deleted',
        variables: { email: person.email },
      });
  });
  const { rows } = await app.platform.db.execute(sql`select id from emails where user_id = ${person.id}`);
  return rows.map((row) => Number(row.id));
}

test('while a mail server hangs, no connection is held and other work goes on', async () => {
  const mailer = createMailer({ smtpUrl, from: 'hello@drumbeat.example' });
  const deps = {
    ...app.platform,
    mailer,
    publicUrl: 'http://localhost:3000',
    supportEmail: 'help@a.example',
  };
  const sending = (await queueSome(POOL)).map((emailId) => sendEmail(deps, { emailId }));
  const ended = Promise.allSettled(sending);
  await expect.poll(() => sockets).toHaveLength(POOL);

  const observer = new pg.Client({ connectionString: app.databaseUrl });
  await observer.connect();
  const { rows } = await observer.query(
    `select count(*)::int as held from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`,
  );
  await observer.end();
  expect(rows).toEqual([{ held: 0 }]);
  expect((await app.http.inject({ url: '/api/health' })).statusCode).toBe(200);
  await buildUser(app);

  for (const socket of sockets) socket.destroy();
  expect((await ended).map((end) => end.status)).toEqual(Array(POOL).fill('rejected'));
});
