import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';
import { type Actor, systemActor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { queues } from '../../platform/queues.ts';
import { eraseNames } from './audit.queries.ts';
import { recordAudit, recordByStaff, recordChange } from './record-audit.ts';
import { sealAudit } from './seal-audit.ts';

const DAY = 86_400;
const at = (seconds: number) => new Date(Date.parse(KEPT_NOW) + seconds * 1_000);
const REQUEST = '0f1e2d3c-0000-4000-8000-00000000000a';

test('docs/calls/audit.md says what the audit log answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask, step } = page;
  const { db } = app.platform;
  const by = (userId: number | null, ip: string, requestId = REQUEST) =>
    ({ userId, origin: { ip }, requestId }) as unknown as Actor;
  await page.prepare(async () => {
    for (const when of [at(-4_000 * DAY), at(-1_096 * DAY)]) {
      await recordAudit(db, by(null, '203.0.113.9'), { at: when, action: 'old.done' });
      await sealAudit(app.platform);
    }
  });

  const [admin, support, ops] = [
    await buildUser(app, { email: 'ann@staff.example', roles: ['admin'] }),
    await buildUser(app, { email: 'sue@staff.example', roles: ['support'] }),
    await buildUser(app, { email: 'otto@staff.example', roles: ['ops'] }),
  ];
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const user = ({ id }: { id: number }) => ({ type: 'user', id });
  const worker = systemActor('worker');
  await step('what a person does is written', () =>
    recordAudit(db, by(ada.id, '203.0.113.9'), {
      at: at(-3 * 3_600),
      action: 'made.apple',
      target: { type: 'thing', id: 7 },
      details: { count: 3, note: 'ann@example.com has cus_Nff and 2001:db8::7, 10:30:00', list: ['sub_1x'] },
    }),
  );
  await step('what names somebody is kept apart', () =>
    recordAudit(db, by(bob.id, '2001:db8:85a3::8a2e'), {
      at: at(-2 * 3_600 - 1),
      action: 'made.bread',
      target: { type: 'thing', id: ada.id },
      details: {
        device: 'Firefox',
        sizes: [{ name: 'Large', count: 2 }],
        deep: { email: null, is: true },
        reason: 5,
      },
    }),
  );
  await step('what the program does', () =>
    recordAudit(db, worker, { at: at(-3_601), action: 'made.bread' }),
  );
  await step('what staff change, without a reason', () =>
    recordChange(db, by(support.id, '198.51.100.7'), {
      at: at(-3_600),
      action: 'madeup.word',
      target: user(ada),
      before: { niche: 'Gaming' },
      after: null,
    }),
  );
  await step('what staff change, for many, with a reason', () =>
    recordChange(db, by(support.id, '198.51.100.7', 'another-request'), {
      at: at(-3_599),
      action: 'mad.hatter',
      target: user(ada),
      details: { accountId: 9 },
      before: null,
      after: { username: 'ada' },
      reason: 'Ada called from 198.51.100.8',
      bulkId: 'the bulk',
    }),
  );
  await step('what a customer does for themselves', () =>
    recordByStaff(db, undefined, { at: at(0), action: 'made.nothing', before: null, after: null }),
  );
  await step('what names a stranger ends after 30 days', async () => {
    for (const seconds of [-30 * DAY, -30 * DAY + 1])
      await recordAudit(db, by(null, '192.0.2.4'), {
        at: at(seconds),
        action: 'strange.tried',
        target: { type: 'user', id: 'unknown' },
        details: { mark: `mark ${seconds}` },
      });
  });

  const list = (query: string, note?: string, as = ops) =>
    ask('GET', `/api/admin/audit${query}`, { as, ...(note === undefined ? {} : { note }) });
  await list('', 'all of it');
  await list('?limit=1&sensitive=true&action=made.apple', 'unmasked', admin);
  await list('?sensitive=true', 'by ops');
  await list('', 'by support', support);
  await list(`?q=${REQUEST.toUpperCase()}&limit=3`, 'of a request');
  await list('?q=MADE.&limit=2', 'by the beginning of actions');
  await list('?q=nothing.like.it', 'of no such action');
  await list('?q=ADA@example.com&limit=2', 'of a person');
  await list(
    `?q=ada@example.com&limit=2&before=${await idOf('madeup.word')}`,
    'of a person, behind an entry',
  );
  await list('?q=nobody@example.com', 'of nobody');
  await list(`?actor=${ada.id}`);
  await list('?action=made.bread&q=');
  await list(`?target_type=thing&target=${ada.id}`);
  await list('?target=unknown&limit=1', 'one more than is shown');
  await list('?target_type=user&limit=1&action=made.apple', 'none');
  await list(`?before=${await idOf('madeup.word')}&limit=2&target_type=thing`, 'behind an entry');
  await list('?from=2020-11-20T09:00:00Z&to=2020-11-20T14:30:00%2B05:30&q=mad', 'the edges of a time');
  await list('?from=2020-11-20T07:59:59Z&limit=1&action=made.bread', 'from an instant');
  await list('?to=2020-10-21T10:00:00Z&limit=1', 'until an instant');
  await list('?limit=501&before=x&actor=0&from=yesterday&to=2026&sensitive=maybe', 'each field wrong');
  await list(`?limit=0&action=${'x'.repeat(81)}&target_type=${'x'.repeat(41)}&target=${'x'.repeat(101)}`);

  await step('sealing', () => sealAudit(app.platform));
  await step('sealing again, with nothing new', () => sealAudit(app.platform));
  await step('verifying', () => app.verifyAudit());
  await step('erasing what names a person', () => inTransaction(db, (tx) => eraseNames(tx, ada.id)));
  await step('the nightly end of what is old', async () => {
    await app.platform.jobs.enqueue(db, queues.endOldAudit, {});
    await app.platform.jobs.drain();
  });

  async function idOf(action: string): Promise<number> {
    const { rows } = await db.execute(sql`select max(id) as id from audit_entries where action = ${action}`);
    return Number(rows[0]?.id);
  }
  await page.expectKept('audit');
});
