import type { AuditEntryView } from '@drumbeat/contract/audit/audit.admin.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { invalidate } from '../../api/query.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, unanswered } from '../../testing/fake-server.ts';
import { factsIn, openRow, rowsIn, sectionOf } from '../../testing/read-values.ts';
import { openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';

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

test('ADM-AUD-01 ADM-AUD-04 the section lists entries, 100 unless told otherwise, and reads well without a mouse', async () => {
  const server = openAudit();
  await screen.findByRole('heading', { name: 'Audit Log' });
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  expect(table.getAllByRole('row')).toHaveLength(4);
  expect((await rowsIn('Audit log'))[1]).toEqual({
    Action: 'posts.made_2',
    Actor: '7',
    At: expect.stringContaining('28 Feb '),
    IP: '203.0.***.***',
    Target: 'user 12',
  });

  screen.getByText('3 entries');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(asked(server)).toEqual([{ limit: '100', sensitive: 'false' }]);
  const select = screen.getByLabelText('Show');
  expect([...select.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    '50',
    '100',
    '200',
    '500',
  ]);
  await expectAccessible(screen.getByRole('main'));
});

test('ADM-AUD-05 ADM-AUD-08 Load more adds 100; the selector shows the choice below, a text the real number', async () => {
  const server = openAudit(
    { 'GET /api/admin/audit': { logs: entries(50), nextBefore: '1' } },
    '/admin?open=audit&audit.limit=50',
  );
  await screen.findByText('The latest 50 entries');
  const more = held<{ logs: AuditEntryView[]; nextBefore: string }>();
  server.answer({ 'GET /api/admin/audit': () => more.promise });
  const button = screen.getByRole('button', { name: 'Load more' });
  await userEvent.click(button);
  await waitFor(() => expect(button.ariaBusy).toBe('true'));
  // Meanwhile those that were read stay.
  screen.getByText('posts.made_50');
  more.give({ logs: entries(150), nextBefore: '1' });
  await screen.findByText('The latest 150 entries');
  await waitFor(() => expect(button.ariaBusy).toBeNull());
  expect(screen.getByLabelText('Show')).toHaveProperty('value', '100');
  expect(asked(server).map(({ limit }) => limit)).toEqual(['50', '150']);
  expect(server.router.state.location.search).toContain('audit.limit=150');
  // What is only read again is not what was pressed.
  server.answer({ 'GET /api/admin/audit': unanswered });
  void invalidate('GET /api/admin/audit');
  await waitFor(() => expect(asked(server)).toHaveLength(3));
  expect(button.ariaBusy).toBeNull();
});

test('ADM-AUD-05 at 500 there is no more to load', async () => {
  openAudit(
    { 'GET /api/admin/audit': { logs: entries(500), nextBefore: '1' } },
    '/admin?open=audit&audit.limit=500',
  );
  await screen.findByText('The latest 500 entries');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('ADM-AUD-02 ADM-CON-16 an entry opens beside the list, with before, after, reason and request', async () => {
  const details = { before: { paused: false }, after: { paused: true }, reason: 'Asked by phone', count: 3 };
  const server = openAudit(
    { 'GET /api/admin/audit': { logs: [entry(5, { details })], nextBefore: null } },
    '/admin?open=audit&audit.limit=200',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'posts.made_5' }));
  const panel = within(await screen.findByRole('dialog', { name: 'posts.made_5' }));
  expect(factsIn(screen.getByRole('dialog'))).toEqual({
    Actor: '7',
    At: expect.stringContaining('28 Feb '),
    IP: '203.0.***.***',
    Reason: 'Asked by phone',
    Target: 'user 12',
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
  expect(openRow()).toBe('posts.made_5');
  await userEvent.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.router.state.location.search).toBe('?open=audit&audit.limit=200');
});

test('filters are typed or stand in the address, and go to the server', async () => {
  const server = openAudit({}, '/admin?open=audit&audit.q=ann%40example.com');
  await screen.findByText('posts.made_1');
  expect(asked(server)).toEqual([{ limit: '100', sensitive: 'false', q: 'ann@example.com' }]);
  const fields = [...document.querySelectorAll<HTMLInputElement>('#audit input')];
  expect(
    fields.map(({ labels, type, placeholder }) => [labels?.[0]?.textContent, type, placeholder]),
  ).toEqual([
    ['Search', 'search', 'Email, request id, action'],
    ['Actor id', 'text', ''],
    ['Action', 'search', 'posts.paused_by_staff'],
    ['Target id', 'search', ''],
    ['From', 'date', ''],
    ['To', 'date', ''],
  ]);
  expect(screen.getByLabelText('Actor id')).toMatchObject({ maxLength: 15, inputMode: 'numeric' });
  await userEvent.type(screen.getByLabelText('Actor id'), '7x');
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
  // What is typed adds no step to the way back, and leaves the page where it is.
  expect(server.router.state).toMatchObject({ historyAction: 'REPLACE', preventScrollReset: true });
});

test('ADM-AUD-04 days are whole days here; the target and how many show go to the server', async () => {
  const server = openAudit({}, '/admin?open=audit&audit.from=2026-03-01&audit.to=2026-03-02&audit.target=12');
  await screen.findByText('posts.made_1');
  expect(asked(server)).toEqual([
    {
      limit: '100',
      sensitive: 'false',
      target: '12',
      from: new Date(2026, 2, 1).toISOString(),
      to: new Date(2026, 2, 3).toISOString(),
    },
  ]);
  await userEvent.selectOptions(screen.getByLabelText('Show'), '200');
  await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ limit: '200' }));
  // What is no day narrows nothing.
  await server.router.navigate('/admin?open=audit&audit.from=soon');
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ limit: '100', sensitive: 'false' }));
});

test('ADM-AUD-02 what the program did, to nobody, says so; a change from nothing shows nothing before', async () => {
  const logs = [
    entry(1, { actor_user_id: null, target_type: null, target_id: null, ip: null, request_id: null }),
    entry(2, { target_type: 'flag', target_id: 'plans_enabled', details: { after: { value: true } } }),
    entry(3, { target_id: null, details: { before: { value: true } } }),
  ];
  const server = openAudit({ 'GET /api/admin/audit': { logs, nextBefore: null } });
  expect(await rowsIn('Audit log')).toMatchObject([
    { Actor: 'The program', Target: '–', IP: '–' },
    { Actor: '7', Target: 'flag plans_enabled' },
    { Actor: '7', Target: 'user ' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'posts.made_1' }));
  const first = await screen.findByRole('dialog', { name: 'posts.made_1' });
  expect(factsIn(first)).toMatchObject({ Actor: 'The program', Target: '–', IP: '–' });
  expect(within(first).queryAllByRole('heading', { level: 3 })).toEqual([]);
  await userEvent.click(within(first).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'posts.made_2' }));
  const second = within(await screen.findByRole('dialog', { name: 'posts.made_2' }));
  expect(second.getByRole('heading', { name: 'Before' }).nextSibling?.textContent).toBe('Nothing');
  expect(second.queryByRole('heading', { name: 'Details' })).toBeNull();
  expect(second.queryByRole('link', { name: 'Open customer' })).toBeNull();
  await userEvent.click(second.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'posts.made_3' }));
  const third = within(await screen.findByRole('dialog', { name: 'posts.made_3' }));
  expect(third.getByRole('heading', { name: 'After' }).nextSibling?.textContent).toBe('Nothing');
  expect(factsIn(screen.getByRole('dialog'))).toMatchObject({ Target: 'user ' });
  expect(third.queryByRole('link', { name: 'Open customer' })).toBeNull();
  server.answer({ 'GET /api/admin/audit': { logs: entries(1), nextBefore: null } });
  fireEvent.change(screen.getByLabelText('Show', { selector: 'select' }), { target: { value: '50' } });
  await screen.findByText('1 entry');
});

test('support ask for what is behind the masks as admins do', async () => {
  const server = openAudit({}, '/admin?open=audit', ['ops', 'support']);
  await screen.findByText('posts.made_1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ limit: '100', sensitive: 'true' }));
});

test('nothing that matches is said; ops never asks for what is behind the masks', async () => {
  const server = openAudit({ 'GET /api/admin/audit': { logs: [], nextBefore: null } }, '/admin?open=audit', [
    'ops',
  ]);
  await screen.findByText('No entries match.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  expect(asked(server).filter(({ sensitive }) => sensitive === 'true')).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hide sensitive data' }));
});

test('all that the audit log says', async () => {
  openAudit();
  await expectWords(
    await sectionOf('audit'),
    `
    ## Audit Log
    Search
    [Email, request id, action…]
    Actor id
    []
    Action
    [posts.paused_by_staff…]
    Target id
    []
    From
    []
    To
    []
    Show
    [100]
    3 entries
    (Audit log)
    Action
    Actor
    Target
    IP
    At
    posts.made_1
    7
    user 12
    203.0.***.***
    Sat 28 Feb 19:00
    posts.made_2
    7
    user 12
    203.0.***.***
    Sat 28 Feb 19:00
    posts.made_3
    7
    user 12
    203.0.***.***
    Sat 28 Feb 19:00
  `,
    { withoutYears: true },
  );
});
