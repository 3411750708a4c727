import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { invalidate } from '../../../api/query.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { buildSubscription } from '../../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal, unanswered } from '../../../testing/fake-server.ts';
import { factsIn, isDangerous, openRow, rowsIn } from '../../../testing/read-values.ts';
import { expectToldOnce } from '../../../testing/screen.tsx';
import { buildOverview } from '../build-overview.fixture.ts';
import {
  account,
  at,
  billing,
  buildEvent,
  email,
  openCustomer as open,
  post,
} from './open-customer.fixture.ts';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
/** Gives the reason in the dialog, and confirms. */
async function confirm(name: string): Promise<void> {
  const box = await dialog();
  fireEvent.change(box.getByLabelText('Reason'), { target: { value: 'They asked' } });
  await userEvent.click(box.getByRole('button', { name }));
}
/** What the dialog says will be different. */
const changes = async () => (await screen.findByRole('dialog')).querySelector('dl')?.textContent;
const overview = (given: Parameters<typeof buildOverview>[0]): Answers => ({
  'GET /api/admin/users/:id/overview': { user: buildOverview(given) },
});

test('the head names the customer, and the open tab is marked', async () => {
  const server = open('posts');
  await screen.findByText('User 7 · j***@people.example · Trial');
  screen.getByRole('heading', { name: 'Customer Profile', level: 1 });
  const tabs = screen.getByRole('navigation', { name: 'Customer' });
  expect([...tabs.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent)).toEqual([
    'Posts',
  ]);
  // An id has 15 digits at most.
  await server.router.navigate('/admin/customer?id=123456789012345&tab=posts');
  await screen.findByText('User 123456789012345 · j***@people.example · Trial');
});

test('ADM-CON-12 whoever is opened next begins masked and without what was asked about the one before', async () => {
  const ofEach = ({ params }: { params: Record<string, string> }) => ({
    user: buildOverview({ id: params.id ?? '' }),
  });
  const server = open('', { 'GET /api/admin/users/:id/overview': ofEach });
  const asked = () =>
    server.made('GET /api/admin/users/:id/overview').map(({ params, query }) => [params.id, query.sensitive]);
  await press('Pause posts');
  await dialog();
  await server.router.navigate('/admin/customer?id=8');
  await screen.findByText('User 8 · j***@people.example · Trial');
  expect(screen.queryByRole('dialog')).toBeNull();
  const shown = held<{ user: CustomerOverview }>();
  server.answer({ 'GET /api/admin/users/:id/overview': () => shown.promise });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() => expect(asked().at(-1)).toEqual(['8', 'true']));
  // While what is masked is on its way, the rest stands.
  screen.getByText('User 8 · j***@people.example · Trial');
  shown.give({ user: buildOverview({ id: '8', email: 'john@people.example' }) });
  await screen.findByText('User 8 · john@people.example · Trial');
  server.answer({ 'GET /api/admin/users/:id/overview': ofEach });
  // On another tab of theirs the box stays ticked.
  await server.router.navigate('/admin/customer?id=8&tab=security');
  await screen.findByRole('heading', { name: 'Email verification' });
  expect(screen.getByRole('checkbox', { name: 'Hide sensitive data' })).toHaveProperty('checked', true);
  await server.router.navigate('/admin/customer?id=9');
  await screen.findByText('User 9 · j***@people.example · Trial');
  expect(screen.getByRole('checkbox', { name: 'Show sensitive data' })).toHaveProperty('checked', false);
  await server.router.navigate('/admin/customer?id=8');
  await screen.findByText('User 8 · j***@people.example · Trial');
  expect(screen.getByRole('checkbox', { name: 'Show sensitive data' })).toHaveProperty('checked', false);
  expect(asked()).toEqual([
    ['7', 'false'],
    ['8', 'false'],
    ['8', 'true'],
    ['9', 'false'],
  ]);
});

test('ADM-USR-17 a change that cannot be undone offers no Undo', async () => {
  const server = open('', {
    ...overview({ all_accounts_paused: true }),
    'POST /api/admin/users/:id/unpause-posts': { message: 'Done.', change_id: null },
  });
  await press('Resume posts');
  await confirm('Resume posts');
  await expectToldOnce('Done.', 'success');
  expect(server.made('POST /api/admin/users/:id/unpause-posts')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('ADM-CUS-05 whoever was in a trial once is no longer called that', async () => {
  open('', overview({ is_in_trial: false, trial_end: '2025-01-07T03:04:00.000Z' }));
  await screen.findByText('User 7 · j***@people.example · Active');
  expect(factsIn(document.body)).toMatchObject({ Subscription: 'Active', 'Ever subscribed': 'Yes' });
});

test('ADM-CUS-05 what a customer does not have is said as well', async () => {
  open('', {
    ...overview({
      email_verified: false,
      email_consent: true,
      roles: ['ops', 'tester'],
      two_factor_enabled: false,
      is_in_trial: false,
      plan: null,
      last_scheduling_cycle: null,
      has_ever_subscribed: false,
      trial_start: null,
      trial_end: null,
      subscription_current_period_end: null,
      post_generation_period_end: null,
      all_accounts_paused: true,
      stripe_customer_id: null,
      stripe_subscription_id: null,
    }),
    'GET /api/admin/users/:id/twitter-accounts': { accounts: [] },
    'GET /api/admin/users/:id/timeline': { events: [], next: null },
  });
  await screen.findByText('No X account is connected.');
  await screen.findByText('Nothing has happened yet.');
  expect(factsIn(document.body)).toMatchObject({
    'Email verified': 'No',
    'Marketing email': 'Yes',
    Roles: 'ops, tester',
    'Two-factor': 'Off',
    Subscription: 'Active',
    Plan: 'None',
    'Payment method': 'Yes',
    'Ever subscribed': 'No',
    'Trial started': 'Never',
    'Trial ends': 'Never',
    'Period ends': 'Never',
    'Stripe customer': 'None',
    'Stripe subscription': 'None',
    Posts: 'Paused',
    'Last scheduling cycle': 'Never',
    'Cycle ends': 'Never',
  });
});

test('ADM-CUS-15 a customer without a plan has nothing to charge, and may begin a trial', async () => {
  const none = { plan: null, nextCharge: null, endsAt: at, card: null, mayStartTrial: true };
  open('billing', {
    'GET /api/admin/users/:id/billing': {
      subscription: buildSubscription({ ...none, status: 'inactive' }),
      ids: { customer_id: null, subscription_id: null },
      previous: { customer_id: 'cus_old', subscription_id: null, replaced_at: at },
      history: { invoices: [], hasMore: false, unavailable: false },
    },
  });
  await screen.findByText('No invoices.');
  expect(factsIn(document.body)).toEqual({
    Status: 'inactive',
    Plan: 'None',
    'Next charge': 'None',
    Ends: expect.stringContaining('1 Jan '),
    Trial: 'Can start one',
    Card: 'None',
    'Stripe customer': 'None',
    'Stripe subscription': 'None',
    'Previous customer': 'cus_old',
    'Previous subscription': 'None',
    Replaced: expect.stringContaining('1 Jan '),
  });
  expect(screen.queryByRole('button', { name: 'Allow a trial' })).toBeNull();
  await press('Restore previous billing');
  expect(await changes()).toBe('Stripe customerNone → cus_oldStripe subscriptionNone → None');
});

test('each X account says its state, and its own generations are reset', async () => {
  const accounts = [
    { ...account, id: '1', needs_reconnect: true },
    { ...account, id: '2', is_active: false },
    { ...account, id: '3', posts_paused: true },
    { ...account, id: '4', selected: false, username: 'grace', niche: null },
  ];
  const server = open('', {
    'GET /api/admin/users/:id/twitter-accounts': { accounts },
    'POST /api/admin/users/:id/reset-post-generation': { message: 'Done.', change_id: null },
  });
  const rows = await rowsIn('X accounts');
  expect(rows.map(({ State }) => State)).toEqual([
    'Reconnect needed',
    'Switched off',
    'Selected, paused',
    'Connected',
  ]);
  expect(rows[3]?.Niche).toBe('–');
  await press('Reset generations of @grace');
  expect(await changes()).toBe('Generations used1 → 0');
  await confirm('Reset generations');
  await waitFor(() =>
    expect(server.made('POST /api/admin/users/:id/reset-post-generation')).toMatchObject([
      { query: { twitter_account_id: '4' } },
    ]),
  );
});

test('ADM-CUS-17 invoices without their addresses say how to get them, and Stripe without an answer is named', async () => {
  const { history } = billing;
  const masked = history.invoices.map((each) => ({ ...each, invoiceUrl: null, receiptUrl: null }));
  const server = open('billing', {
    'GET /api/admin/users/:id/billing': { ...billing, history: { ...history, invoices: masked } },
  });
  await screen.findByText('Show sensitive data to open invoices.');
  expect(await rowsIn('Invoices')).toMatchObject([{ Invoice: '–', Receipt: '–' }]);
  // One of them has no address yet, as a draft has none.
  const draft = { ...(masked[0] as (typeof masked)[number]), id: 'in_2' };
  server.answer({
    'GET /api/admin/users/:id/billing': {
      ...billing,
      history: { ...history, invoices: [...history.invoices, draft] },
    },
  });
  await invalidate('GET /api/admin/users/:id/billing');
  await waitFor(() => expect(screen.queryByText('Show sensitive data to open invoices.')).toBeNull());
  expect((await rowsIn('Invoices')).map(({ Invoice }) => Invoice)).toEqual(['Open', '–']);
  server.answer({
    'GET /api/admin/users/:id/billing': {
      ...billing,
      subscription: { ...billing.subscription, isInTrial: true },
      previous: null,
      history: { ...history, invoices: [], unavailable: true },
    },
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await screen.findByText('Stripe did not answer. Reload the page to try again.');
  expect(screen.queryByText('No invoices.')).toBeNull();
  expect(screen.queryByText('Show sensitive data to open invoices.')).toBeNull();
  expect(factsIn(document.body)).toMatchObject({ Status: 'active, in trial', 'Previous customer': 'None' });
  expect(screen.queryByRole('button', { name: 'Restore previous billing' })).toBeNull();
});

test('ADM-CUS-19 a restore that fails is told in the dialog, and forces nothing', async () => {
  const server = open('billing', {
    'POST /api/admin/users/:id/billing/restore-previous': refusal(502, 'PROVIDER_FAILED', 'Stripe is down.'),
  });
  await press('Restore previous billing');
  await confirm('Restore previous billing');
  const box = await dialog();
  await box.findByText('Stripe is down.');
  const again = box.getByRole('button', { name: 'Restore previous billing' });
  expect(isDangerous(again)).toBe(false);
  expect(server.made('POST /api/admin/users/:id/billing/restore-previous')).toHaveLength(1);
  // A doubt is said alone, and what is forced is set apart.
  const data = { doubts: ['subscription_not_found'] };
  server.answer({
    'POST /api/admin/users/:id/billing/restore-previous': Response.json(
      { message: 'It is gone.', code: 'RESTORE_NEEDS_FORCE', requestId: 'r', data },
      { status: 409 },
    ),
  });
  await userEvent.click(again);
  const forced = await screen.findByRole('dialog', { name: 'Force the restore?' });
  expect(forced.querySelector('form > p')?.textContent).toBe(
    'Stripe has the previous customer, but not the subscription sub_old.',
  );
  expect(await changes()).toBe('Stripe customercus_new → cus_oldStripe subscriptionsub_new → sub_old');
  expect(isDangerous(within(forced).getByRole('button', { name: 'Overwrite and restore' }))).toBe(true);
});

test('ADM-CUS-29 an email that failed says why', async () => {
  open('emails', {
    'GET /api/admin/users/:id/emails': {
      emails: [
        { ...email, sent_at: null, meta: { ...email.meta, status: 'failed', last_error: 'No such host' } },
        { ...email, id: '2', meta: { ...email.meta, subject: null } },
      ],
      nextPage: null,
    },
  });
  expect(await rowsIn('Emails')).toMatchObject([
    { Status: 'failed: No such host', Sent: '–' },
    { Status: 'sent', Subject: '–' },
  ]);
});

test('ADM-CUS-30 a preview is of what is typed: a change takes it away, and its refusal is told', async () => {
  const send = 'POST /api/admin/users/:id/send-email';
  const content = { subject: 'Hello', html: '<p>We are here.</p>' };
  const server = open('emails', {
    ...overview({ email_consent: true }),
    [send]: { message: 'Nothing was sent.', email_id: null, content },
  });
  const template = await screen.findByLabelText('Template');
  await within(template).findByText('marketing');
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  // Variables that are no JSON are told of once it is tried, and nothing is sent.
  fill('Template', 'verify_email');
  fill('Variables (JSON)', '{');
  fill('Reason', 'They');
  const wrong = 'This is not a JSON object, such as {"link": "https://…"}.';
  expect(screen.queryByText(wrong)).toBeNull();
  await press('Send email');
  await screen.findByText(wrong);
  expect(server.made(send)).toEqual([]);
  fill('Template', 'support_message');
  await userEvent.type(screen.getByLabelText('Title'), 'Hello');
  await press('Preview');
  await screen.findByTitle('Preview');
  fill('Reason', 'They asked');
  screen.getByTitle('Preview');
  await userEvent.type(screen.getByLabelText('Title'), '!');
  expect(screen.queryByTitle('Preview')).toBeNull();
  server.answer({ [send]: refusal(400, 'VALIDATION_FAILED', 'Write a message.') });
  await press('Preview');
  await screen.findByText('Write a message.');
  server.answer({ [send]: { message: 'The email is on its way.', email_id: '9', content } });
  await press('Send email');
  await expectToldOnce('The email is on its way.', 'success');
  await waitFor(() => expect(server.made('GET /api/admin/users/:id/emails')).toHaveLength(2));
  // The next letter is another one, with the same words too.
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveProperty('value', ''));
  fill('Title', 'Hello!');
  fill('Reason', 'They asked');
  const sent = () => server.made(send).flatMap(({ body }) => (body as { key?: string }).key ?? []);
  await press('Send email');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent()).size).toBe(2);
});

test('ADM-CUS-24 a post says in a line what it is and why it waits, and a closed one leaves the address', async () => {
  const long = `${'A line. '.repeat(20)}\nEnd.`;
  const exact = 'x'.repeat(100);
  const server = open('posts', {
    'GET /api/posts/:id/timeline': { events: [] },
    'GET /api/admin/users/:id/posts': {
      posts: [
        { ...post('2', 'Failed'), content: long, error_message: 'X said no.' },
        { ...post('3', 'Failed'), content: exact, error_code: null },
        { ...post('4', 'Pending'), hold_reason: 'paused' },
        { ...post('5', 'Failed'), content: 'Two\n\n lines', hold_reason: 'paused' },
      ],
      nextPage: null,
    },
  });
  expect((await rowsIn('Posts')).map(({ Post, Why }) => [Post, Why])).toEqual([
    [`${'A line. '.repeat(20).slice(0, 100)}…`, 'X said no.'],
    [exact, '–'],
    ['Post 4', 'paused'],
    ['Two lines', 'X_REFUSED'],
  ]);
  await press('Post 4');
  await waitFor(() => expect(server.router.state.location.search).toBe('?id=7&tab=posts&post=4'));
  expect(openRow()).toBe('Post 4');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(server.router.state.location.search).toBe('?id=7&tab=posts'));
  expect(server.router.state).toMatchObject({ historyAction: 'REPLACE', preventScrollReset: true });
  // One that is not in the list opens from its address.
  await server.router.navigate('/admin/customer?id=7&tab=posts&post=99');
  await screen.findByRole('dialog', { name: 'Post 99' });
});

test.each([
  ['posts', 'GET /api/admin/users/:id/posts', { page: '2', twitterAccountId: '3' }],
  ['emails', 'GET /api/admin/users/:id/emails', { page: '2', sensitive: 'true' }],
] as const)('the tab %s goes on to its next page, as it is narrowed and shown', async (tab, call, next) => {
  const page: Answers =
    tab === 'posts'
      ? { [call]: { posts: [post('1', 'Pending')], nextPage: 2 } }
      : { [call]: { emails: [email], nextPage: 2 } };
  const server = open(tab, page);
  const asked = () => server.made(call).map(({ query }) => query);
  await screen.findByRole('button', { name: 'Load more' });
  expect(asked()).toEqual([tab === 'posts' ? { page: '1' } : { page: '1', sensitive: 'false' }]);
  if (tab === 'posts') {
    const account = screen.getByLabelText('X account');
    await within(account).findByText('@ada');
    await userEvent.selectOptions(account, '@ada');
  } else await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ ...next, page: '1' }));
  const second = held<Response>();
  server.answer({ [call]: () => second.promise });
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(asked().at(-1)).toEqual(next));
  expect(screen.getByRole('button', { name: /^Load more/ }).ariaBusy).toBe('true');
});

test('posts that are narrowed by the address say to which account', async () => {
  const server = open('posts&posts.account=3');
  const account = await screen.findByLabelText('X account');
  await within(account).findByText('@ada');
  expect(account).toHaveProperty('value', '3');
  expect(server.made('GET /api/admin/users/:id/posts').map(({ query }) => query)).toEqual([
    { page: '1', twitterAccountId: '3' },
  ]);
});

test('the timeline is asked for with what is masked once the box is ticked', async () => {
  const server = open('', {
    'GET /api/admin/users/:id/timeline': { events: [buildEvent({})], next: 'more' },
  });
  const asked = () => server.made('GET /api/admin/users/:id/timeline').map(({ query }) => query);
  await screen.findByRole('list', { name: 'Timeline' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() => expect(asked()).toEqual([{ sensitive: 'false' }, { sensitive: 'true' }]));
  // What comes before is narrowed as well, and says that it loads.
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'billing' } });
  await waitFor(() => expect(asked()).toHaveLength(3));
  const more = await screen.findByRole('button', { name: 'Load more' });
  server.answer({ 'GET /api/admin/users/:id/timeline': unanswered });
  fireEvent.click(more);
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({ sensitive: 'true', source: 'billing', before: 'more' }),
  );
  await waitFor(() => expect(more.ariaBusy).toBe('true'));
});

test('ADM-USR-12 a role is taken away after a question that says what changes', async () => {
  const server = open('security', {
    ...overview({ roles: ['ops'] }),
    'POST /api/admin/users/:id/roles': { message: 'Removed.', roles: [], change_id: '8' },
  });
  await userEvent.click(await screen.findByRole('switch', { name: /^ops/ }));
  await screen.findByRole('dialog', { name: 'Take the role ops away?' });
  expect(await changes()).toBe('opsYes → No');
  await confirm('Take it away');
  await expectToldOnce('Removed.', 'success');
  expect(server.made('POST /api/admin/users/:id/roles')).toMatchObject([
    { body: { role: 'ops', enabled: false } },
  ]);
});

test('support read the roles, and whose view a session is', async () => {
  const until = '2026-01-02T03:34:00.000Z';
  const session = { id: '5', created_at: at, last_seen_at: at, device: null, ip: null };
  const server = open(
    'security',
    {
      ...overview({ roles: ['ops', 'tester'] }),
      'GET /api/admin/users/:id/sessions': {
        sessions: [
          { ...session, view_until: until },
          { ...session, id: '6' },
        ],
      },
    },
    buildUser({ roles: ['support'] }),
  );
  await screen.findByText('ops, tester');
  expect((await rowsIn('Sessions')).map(({ Device, Network }) => [Device, Network])).toEqual([
    ['Staff view until 17:34', '–'],
    ['Unknown', '–'],
  ]);
  const asked = () => server.made('GET /api/admin/users/:id/sessions').map(({ query }) => query.sensitive);
  server.answer({ 'GET /api/admin/users/:id/sessions': unanswered });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() => expect(asked()).toEqual(['false', 'true']));
  screen.getByText('Staff view until 17:34');
});

test('on a phone the timeline begins folded, and is read once it is opened', async () => {
  await page.viewport(390, 844);
  const server = open();
  await screen.findByText('Time zone');
  expect(server.made('GET /api/admin/users/:id/timeline')).toEqual([]);
  await userEvent.click(screen.getByRole('heading', { name: 'Timeline' }));
  await screen.findByRole('list', { name: 'Timeline' });
});

test.each([
  ['billing', 'Invoices'],
  ['posts', 'Posts'],
  ['emails', 'Emails'],
  ['security', 'Sessions'],
])('axe finds nothing in the tab %s, in both themes, wide and on a phone', async (tab, table) => {
  open(tab);
  await screen.findByRole('table', { name: table });
  await expectAccessible(document.body);
});
