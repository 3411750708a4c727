import type { AuditEntryView } from '@drumbeat/contract/audit/audit.admin.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../testing/read-values.ts';
import { fill, openScreen } from '../../testing/screen.tsx';
import { choiceFor, limitOf, moreThan } from './AuditSection.tsx';

type Role = ReturnType<typeof buildUser>['roles'][number];

function entry(n: number, over: Partial<AuditEntryView> = {}): AuditEntryView {
  return {
    id: String(n),
    created_at: '2026-03-01T05:00:00.000Z',
    actor_user_id: '7',
    action: `posts.made_${n}`,
    target_type: 'user',
    target_id: '12',
    details: {},
    ip: '203.0.***.***',
    request_id: 'request-1',
    ...over,
  };
}

const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n + 1));
const openAudit = (answers: Answers = {}, path = '/admin?open=audit', roles: Role[] = ['admin']) =>
  openScreen(path, {
    user: buildUser({ roles }),
    answers: {
      'GET /api/admin/me/roles': { roles },
      'GET /api/admin/audit': { logs: entries(3), nextBefore: null },
      'GET /api/health/full': {
        status: 'healthy',
        environment: 'test',
        database: 'ok',
        checks: {},
        oldestOverdueSeconds: 0,
        warnings: [],
      },
      ...answers,
    },
  });

const asked = (server: ReturnType<typeof openAudit>) =>
  server.made('GET /api/admin/audit').map(({ query }) => query);

test('ADM-AUD-01 ADM-AUD-04 the section lists 100 entries by default', async () => {
  const server = openAudit();
  await screen.findByRole('heading', { name: 'Audit Log' });
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  expect(table.getAllByRole('row')).toHaveLength(4);
  const [, second] = await rowsIn('Audit log');
  expect(second).toMatchObject({ Action: 'posts.made_2', Actor: '7', Target: 'user 12' });
  screen.getByText('3 entries');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(asked(server)).toEqual([{ limit: '100', sensitive: 'false' }]);
  const select = screen.getByLabelText('Show');
  const offered = [...select.querySelectorAll('option')].map(({ value }) => Number(value));
  expect(offered).toEqual([50, 100, 200, 500]);
});

test('ADM-AUD-02 ADM-CON-16 an entry opens with before, after, reason and request', async () => {
  const details = { before: { paused: false }, after: { paused: true }, reason: 'Asked by phone', count: 3 };
  const server = openAudit(
    { 'GET /api/admin/audit': { logs: [entry(5, { details })], nextBefore: null } },
    '/admin?open=audit&audit.limit=200',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'posts.made_5' }));
  const panel = within(await screen.findByRole('dialog', { name: 'posts.made_5' }));
  expect(factsIn(screen.getByRole('dialog'))).toMatchObject({
    Reason: 'Asked by phone',
    IP: '203.0.***.***',
  });
  const below = (name: string) => panel.getByRole('heading', { name }).nextSibling?.textContent;
  expect(['Before', 'After', 'Details'].map(below).map((json) => JSON.parse(json ?? ''))).toEqual([
    { paused: false },
    { paused: true },
    { count: 3 },
  ]);
  panel.getByText(/request-1/);
  expect(panel.getByRole('link', { name: 'Open customer' }).getAttribute('href')).toBe(
    '/admin/customer?id=12',
  );
  expect(server.router.state.location.search).toContain('audit.entry=5');
  await userEvent.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.router.state.location.search).toBe('?open=audit&audit.limit=200');
});

test('filters go into the address and to the server', async () => {
  const server = openAudit({}, '/admin?open=audit&audit.q=ann%40example.com');
  await screen.findByText('posts.made_1');
  expect(asked(server)).toEqual([{ limit: '100', sensitive: 'false', q: 'ann@example.com' }]);
  fill(screen.getByLabelText('Actor id'), '7x');
  for (const [label, value] of [
    ['Search', ' bob@example.com '],
    ['Action', 'auth.signed_in'],
    ['Target id', '12'],
    ['From', '2026-03-01'],
    ['To', '2026-03-02'],
  ]) {
    const field = screen.getByLabelText(label as string);
    fireEvent.change(field, { target: { value } });
    fireEvent.keyDown(field, { key: 'Enter' });
  }
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(server.router.state.location.search))).toEqual({
      open: 'audit',
      'audit.q': 'bob@example.com',
      'audit.actor': '7',
      'audit.action': 'auth.signed_in',
      'audit.target': '12',
      'audit.from': '2026-03-01',
      'audit.to': '2026-03-02',
    }),
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() =>
    expect(asked(server).at(-1)).toEqual({
      limit: '100',
      sensitive: 'true',
      q: 'bob@example.com',
      actor: '7',
      action: 'auth.signed_in',
      target: '12',
      from: new Date(2026, 2, 1).toISOString(),
      to: new Date(2026, 2, 3).toISOString(),
    }),
  );
});

test('ops never request sensitive data', async () => {
  const server = openAudit({ 'GET /api/admin/audit': { logs: [], nextBefore: null } }, '/admin?open=audit', [
    'ops',
  ]);
  await screen.findByText('No entries match.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  expect(asked(server).filter(({ sensitive }) => sensitive === 'true')).toEqual([]);
});

test('ADM-AUD-05 Load more adds 100, up to 500', () => {
  expect([50, 100, 200, 450, 500].map(moreThan)).toEqual([150, 200, 300, 500, null]);
});

test('ADM-AUD-08 the selector shows the nearest choice below the number', () => {
  expect([1, 50, 150, 200, 300, 499, 500].map(choiceFor)).toEqual([50, 50, 100, 200, 200, 200, 500]);
});

test('ADM-AUD-04 a missing or invalid limit is 100', () => {
  expect(['1', '150', '500'].map(limitOf)).toEqual([1, 150, 500]);
  expect(['', '0', '501', '1e2', '-5', '12px', '0x10', 'x'].map(limitOf)).toEqual(Array(8).fill(100));
});
