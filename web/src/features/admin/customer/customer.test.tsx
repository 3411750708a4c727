import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { buildSubscription } from '../../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { held, refusal, unanswered } from '../../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce } from '../../../testing/screen.tsx';
import { buildOverview } from '../build-overview.fixture.ts';
import { at, billing, buildEvent, costs, openCustomer as open } from './open-customer.fixture.ts';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** Gives the reason in the dialog, and confirms. */
async function confirm(name: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'They asked' } });
  await userEvent.click(dialog.getByRole('button', { name }));
}

describe('the page', () => {
  test('ADM-CUS-01 ADM-CUS-04 it has five tabs, the open one in the address, and a way back', async () => {
    const server = open();
    const tabs = within(await screen.findByRole('navigation', { name: 'Customer' }));
    expect(tabs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Overview', '/admin/customer?id=7'],
      ['Billing', '/admin/customer?id=7&tab=billing'],
      ['Posts', '/admin/customer?id=7&tab=posts'],
      ['Emails', '/admin/customer?id=7&tab=emails'],
      ['Security', '/admin/customer?id=7&tab=security'],
    ]);
    const headings = () => [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
    for (const [tab, ...parts] of [
      ['Billing', 'Subscription', 'Invoices'],
      ['Posts', 'Posts'],
      ['Emails', 'Send an email', 'Emails'],
      ['Security', 'Two-factor authentication', 'Email verification', 'Roles', 'Sessions'],
      ['Overview', 'Actions', 'Person', 'Plan', 'Use', 'X accounts', 'Costs'],
    ] as const) {
      await userEvent.click(screen.getByRole('link', { name: tab }));
      await waitFor(() => expect(headings()).toEqual([...parts, 'Timeline']));
      if (tab === 'Overview') continue;
      expect(server.router.state.location.search).toBe(`?id=7&tab=${tab.toLowerCase()}`);
    }
    await userEvent.click(screen.getByRole('link', { name: 'Console' }));
    await waitFor(() => expect(server.router.state.location.pathname).toBe('/admin'));
  });

  test('ADM-CUS-02 ADM-CUS-03 without an id, and with an unknown tab, it says so', async () => {
    const server = open('toString');
    await screen.findByText('Coming soon...');
    for (const id of ['', '0', '07', '7a', '1'.repeat(16)]) {
      await server.router.navigate(`/admin/customer?id=7`);
      await screen.findByRole('heading', { name: 'Actions' });
      await server.router.navigate(`/admin/customer?id=${id}`);
      await screen.findByText('Missing user id. Open this page with ?id=123');
      expect(screen.getByRole('link', { name: 'Console' }).getAttribute('href')).toBe('/admin');
    }
  });

  test('ADM-CUS-05 ADM-CUS-06 ADM-CUS-07 the facts tell a trial from a plan, the zone, and masked ids', async () => {
    open();
    const fact = async (name: string) =>
      (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent;
    await fact('Margin');
    expect(factsIn(document.body)).toEqual({
      'Cycle ends': expect.stringContaining('4 Jan '),
      Email: 'j***@people.example',
      'Email verified': 'Yes',
      'Ever subscribed': 'Yes',
      Generations: '2 of 4',
      'In all': '$0.215',
      'Language models': '$0.00',
      'Last change': expect.stringContaining('3 Jan '),
      'Last scheduling cycle': expect.stringContaining('2 Jan '),
      'Links a cycle': '4',
      'Links of the plan': '1 of 15 this cycle',
      Margin: '$14.79',
      'Marketing email': 'No',
      Niche: 'Coffee',
      'Payment method': 'Yes',
      'Period ends': expect.stringContaining('7 Jan '),
      Plan: 'Pro',
      Posts: 'Going out',
      'Posts a day': '2',
      'Posts read': '$0.00',
      'Posts with a link': '$0.20',
      'Posts without a link': '$0.015',
      'Profiles read': '$0.00',
      Revenue: '$15.00',
      Roles: 'None',
      'Signed up': expect.stringContaining('1 Jan '),
      'Stripe customer': 'cus_********',
      'Stripe subscription': 'sub_********',
      Subscription: 'Trial',
      Tier: 'standard',
      'Time zone': 'Europe/Paris',
      'Trial started': expect.stringContaining('5 Jan '),
      'Trial ends': expect.stringContaining('6 Jan '),
      'Two-factor': 'On',
      'X accounts': 'up to 1',
    });
    screen.getByText('The last 30 days, in UTC. The margin is revenue in dollars less costs.');
  });
});

describe('actions of the overview', () => {
  test('ADM-USR-16 ADM-USR-17 pausing shows before and after, asks why, and is undone from the toast', async () => {
    const server = open('', {
      'POST /api/admin/users/:id/pause-posts': { message: 'Posts paused.', change_id: '55' },
      'POST /api/admin/users/:id/undo': { message: 'Undone.', change_id: '56' },
    });
    await press('Pause posts');
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause posts?' }));
    expect(dialog.getByText('Going out').tagName).toBe('DEL');
    expect(dialog.getByText('Paused').tagName).toBe('INS');
    await userEvent.click(dialog.getByRole('button', { name: 'Pause posts' }));
    dialog.getByText('Say why, in a few words.');
    expect(server.made('POST /api/admin/users/:id/pause-posts')).toEqual([]);
    await confirm('Pause posts');
    await expectToldOnce('Posts paused.', 'success');
    expect(server.made('POST /api/admin/users/:id/pause-posts')).toMatchObject([
      { params: { id: '7' }, body: { reason: 'They asked' } },
    ]);
    await press('Undo');
    await expectToldOnce('Undone.', 'success');
    expect(server.made('POST /api/admin/users/:id/undo')).toMatchObject([
      { params: { id: '7' }, body: { change_id: '55', reason: 'Undo of change 55, right after it' } },
    ]);
    expect(server.made('GET /api/admin/users/:id/overview').length).toBeGreaterThan(2);
    server.answer({ 'POST /api/admin/users/:id/undo': new Response(null, { status: 500 }) });
    await press('Pause posts');
    await confirm('Pause posts');
    await press('Undo');
    await expectToldOnce('The change could not be undone.', 'error');
  });

  test('ADM-CUS-09 ADM-CUS-10 accounts show their niche changes and what is left of their generations', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'X accounts' }));
    const cells = table.getAllByRole('cell').map((cell) => cell.textContent);
    expect(cells.slice(0, 6)).toEqual(['@ada', '99', 'Selected', 'Coffee', '1', '3 of 4']);
  });
});

describe('billing', () => {
  test('ADM-CUS-15 ADM-CUS-17 subscription, ids and invoices show, and the portal opens in a tab of its own', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const server = open('billing', {
      'POST /api/admin/users/:id/open-portal': { url: 'https://stripe.example/portal' },
    });
    const table = within(await screen.findByRole('table', { name: 'Invoices' }));
    expect(await rowsIn('Invoices')).toEqual([
      {
        Amount: '$15.00',
        Date: expect.stringContaining('1 Jan '),
        For: 'Pro',
        Invoice: 'Open',
        Receipt: 'Open',
        Status: 'Paid',
      },
    ]);
    expect(factsIn(document.body)).toEqual({
      Card: 'visa 4242, 12/2034',
      Ends: 'None',
      'Next charge': expect.stringMatching(/^\$15\.00, /),
      Plan: 'Pro, $15.00',
      'Previous customer': 'cus_old',
      'Previous subscription': 'sub_old',
      Replaced: expect.stringContaining('8 Jan '),
      Status: 'active',
      'Stripe customer': 'cus_new',
      'Stripe subscription': 'sub_new',
      Trial: 'None left',
    });
    const links = table.getAllByRole<HTMLAnchorElement>('link', { name: 'Open' });
    expect(links.map(({ href, target, rel }) => [href, target, rel])).toEqual([
      ['https://stripe.example/in_1', '_blank', 'noreferrer'],
      ['https://stripe.example/receipt_1', '_blank', 'noreferrer'],
    ]);
    await press('Open billing portal');
    await confirm('Open billing portal');
    await expectToldOnce('The billing portal is open in a new tab.', 'success');
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith('https://stripe.example/portal', '_blank', 'noopener'),
    );
    expect(server.made('POST /api/admin/users/:id/open-portal')).toMatchObject([
      { body: { reason: 'They asked' } },
    ]);
    // While what is masked is on its way, the rest stands.
    const asked = () => server.made('GET /api/admin/users/:id/billing').at(-1)?.query;
    expect(asked()).toEqual({ sensitive: 'false' });
    server.answer({ 'GET /api/admin/users/:id/billing': unanswered });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
    await waitFor(() => expect(asked()).toEqual({ sensitive: 'true' }));
    screen.getByText('cus_old');
  });

  test('who may have no trial can be allowed one, with a reason, while nothing runs', async () => {
    const refused = buildSubscription({
      status: 'canceled',
      mayStartTrial: false,
      trialRefused: 'This card has been used for a trial before.',
    });
    const server = open('billing', {
      'GET /api/admin/users/:id/billing': { ...billing, subscription: refused },
      'POST /api/admin/users/:id/allow-trial': { message: 'They may begin a trial now.', change_id: null },
    });
    await screen.findByText('This card has been used for a trial before.');
    await press('Allow a trial');
    await screen.findByText(/This customer's next checkout starts with a trial/);
    await confirm('Allow a trial');
    await expectToldOnce('They may begin a trial now.', 'success');
    expect(server.made('POST /api/admin/users/:id/allow-trial')).toMatchObject([
      { body: { reason: 'They asked' } },
    ]);
  });

  test('while a plan runs there is no trial to allow', async () => {
    open('billing');
    await screen.findByRole('button', { name: 'Open billing portal' });
    expect(screen.queryByRole('button', { name: 'Allow a trial' })).toBeNull();
  });

  test('ADM-CUS-18 ADM-CUS-19 ADM-CUS-20 ADM-CUS-21 a restore asks first; a refusal offers force and names what is overwritten', async () => {
    const server = open('billing', {
      'POST /api/admin/users/:id/billing/restore-previous': ({ body }) =>
        (body as { force: boolean }).force
          ? { message: 'The previous billing ids are restored.', change_id: null }
          : Response.json(
              {
                message: 'The current subscription is live.',
                code: 'RESTORE_NEEDS_FORCE',
                requestId: 'r',
                data: { doubts: ['present_is_live', 'customer_not_found', 'subscription_not_found'] },
              },
              { status: 409 },
            ),
    });
    await press('Restore previous billing');
    const first = within(await screen.findByRole('dialog', { name: 'Restore the previous billing ids?' }));
    first.getByText('cus_new');
    first.getByText('cus_old');
    await confirm('Restore previous billing');
    const second = within(await screen.findByRole('dialog', { name: 'Force the restore?' }));
    second.getByText(
      'The current subscription sub_new is active. It is overwritten here, but Stripe may keep charging for it. Stripe no longer has the previous customer cus_old, so this customer will have no plan. Stripe has the previous customer, but not the subscription sub_old.',
    );
    expect(second.getByLabelText('Reason')).toHaveProperty('value', 'They asked');
    await userEvent.click(second.getByRole('button', { name: 'Overwrite and restore' }));
    await expectToldOnce('The previous billing ids are restored.', 'success');
    const made = server.made('POST /api/admin/users/:id/billing/restore-previous');
    expect(made.map((each) => each.body)).toEqual([
      { force: false, reason: 'They asked' },
      { force: true, reason: 'They asked' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Restore previous billing');
    expect(await screen.findByLabelText('Reason')).toHaveProperty('value', '');
  });
});

describe('posts', () => {
  const row = async (name: string) =>
    within((await screen.findByRole('button', { name })).closest('tr') as HTMLElement);

  test('ADM-CUS-22 ADM-CUS-24 ADM-CUS-25 ADM-CUS-27 failed ones are retried, posted ones are left alone', async () => {
    const server = open('posts', {
      'POST /api/admin/users/:id/posts/:postId/retry': { message: 'The post is queued.', change_id: null },
    });
    await row('Post 3');
    expect((await rowsIn('Posts')).slice(1)).toEqual([
      {
        Post: 'Post 2',
        Status: 'Failed',
        Planned: expect.stringContaining('1 Jan '),
        Posted: '–',
        Why: 'X_REFUSED',
      },
      {
        Post: 'Post 3',
        Status: 'Posted',
        Planned: expect.stringContaining('1 Jan '),
        Posted: expect.stringContaining('8 Jan '),
        Why: '–',
      },
    ]);
    expect((await row('Post 3')).queryAllByRole('button', { name: /Retry|Delete/ })).toEqual([]);
    expect((await row('Post 1')).queryByRole('button', { name: /Retry/ })).toBeNull();
    await userEvent.click((await row('Post 2')).getByRole('button', { name: 'Retry: Post 2' }));
    await confirm('Retry');
    await expectToldOnce('The post is queued.', 'success');
    expect(server.made('POST /api/admin/users/:id/posts/:postId/retry')).toMatchObject([
      { params: { id: '7', postId: '2' } },
    ]);
  });

  test('ADM-CUS-23 an account narrows the list, and a post opens with its attempts', async () => {
    const server = open('posts', {
      'GET /api/posts/:id/timeline': {
        events: [{ at, kind: 'failed', text: 'X refused it.' }] as never,
      },
    });
    const account = await screen.findByLabelText('X account');
    await within(account).findByText('@ada');
    expect([...account.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'All accounts',
      '@ada',
    ]);
    await userEvent.selectOptions(account, '@ada');
    await waitFor(() =>
      expect(server.made('GET /api/admin/users/:id/posts').at(-1)?.query).toMatchObject({
        twitterAccountId: '3',
      }),
    );
    await press('Post 2');
    const panel = within(await screen.findByRole('dialog', { name: 'Post 2' }));
    await panel.findByText('X refused it.');
    panel.getByText('Post 2', { selector: 'p' });
    expect(server.router.state.historyAction).toBe('REPLACE');
    expect(server.router.state.location.search).toContain('post=2');
  });
});

test('parts of the overview that cannot be read say why, each by itself, and can be tried again', async () => {
  const server = open('', {
    'GET /api/admin/users/:id/costs': refusal(403, 'FORBIDDEN', 'Costs are closed.'),
    'GET /api/admin/users/:id/twitter-accounts': refusal(403, 'FORBIDDEN', 'Accounts are closed.'),
  });
  const box = (await screen.findByText('Costs are closed.')).closest<HTMLElement>('[role="alert"]');
  await screen.findByText('Accounts are closed.');
  server.answer({
    'GET /api/admin/users/:id/costs': new Response(null, { status: 400 }),
    'GET /api/admin/users/:id/twitter-accounts': new Response(null, { status: 400 }),
  });
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(again);
  await screen.findByText('Failed to load costs');
  await screen.findByText('The X accounts could not be loaded.');
  server.answer({ 'GET /api/admin/users/:id/costs': costs });
  await userEvent.click(within(box as HTMLElement).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Margin');
  expect(screen.queryByText('Failed to load costs')).toBeNull();
  screen.getByText('The X accounts could not be loaded.');
});

test.each([
  ['billing', 'GET /api/admin/users/:id/billing', 'The billing data could not be loaded.'],
  ['posts', 'GET /api/admin/users/:id/posts', 'The posts could not be loaded.'],
  ['emails', 'GET /api/admin/users/:id/emails', 'The emails could not be loaded.'],
  ['security', 'GET /api/admin/users/:id/sessions', 'The sessions could not be loaded.'],
] as const)(
  'what the tab %s cannot read is said, without a reason in its own words',
  async (tab, call, own) => {
    open(tab, { [call]: refusal(403, 'FORBIDDEN', 'Closed today.') });
    await screen.findByText('Closed today.');
    cleanup();
    open(tab, { [call]: new Response(null, { status: 400 }) });
    await screen.findByText(own);
  },
);

describe('emails', () => {
  test('ADM-CUS-28 ADM-CUS-29 the log shows type, subject and masked address', async () => {
    open('emails');
    expect(await rowsIn('Emails')).toEqual([
      {
        Queued: expect.stringContaining('1 Jan '),
        Sent: expect.stringContaining('8 Jan '),
        Status: 'sent',
        Subject: 'Verify your email',
        To: 'j***@people.example',
        Type: 'verify_email',
      },
    ]);
  });

  test('ADM-CUS-30 an email is looked at in a closed frame, then sent once with a reason and a key', async () => {
    const content = { subject: 'Hello', html: '<p>We are here.</p>' };
    const server = open('emails', {
      'POST /api/admin/users/:id/send-email': ({ body }) =>
        (body as { preview?: boolean }).preview
          ? { message: 'Nothing was sent.', email_id: null, content }
          : { message: 'The email is on its way.', email_id: '9', content },
    });
    await userEvent.type(await screen.findByLabelText('Title'), 'Hello');
    await userEvent.type(screen.getByLabelText('Message'), 'We are here.');
    await press('Preview');
    const frame = await screen.findByTitle('Preview');
    screen.getByText('Hello', { selector: 'p' });
    expect(server.made('POST /api/admin/users/:id/send-email').map(({ body }) => body)).toEqual([
      {
        templateKey: 'support_message',
        useTemplateContent: true,
        variables: { title: 'Hello', text: 'We are here.' },
        preview: true,
      },
    ]);
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(frame.getAttribute('srcdoc')).toBe(content.html);
    await press('Send email');
    screen.getByText('Say why, in a few words.');
    await userEvent.type(screen.getByLabelText('Reason'), 'They asked');
    const answer = held<{ message: string; email_id: string; content: typeof content }>();
    server.answer({ 'POST /api/admin/users/:id/send-email': () => answer.promise });
    await press('Send email');
    await screen.findByRole('button', { name: 'Sending…' });
    fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Title').form as HTMLFormElement);
    await expectReadAgain(server, ['GET /api/admin/users/:id/emails'], async () =>
      answer.give({ message: 'The email is on its way.', email_id: '9', content }),
    );
    await expectToldOnce('The email is on its way.', 'success');
    expect(server.made('POST /api/admin/users/:id/send-email')).toHaveLength(2);
    expect(server.made('POST /api/admin/users/:id/send-email').at(-1)?.body).toEqual({
      templateKey: 'support_message',
      useTemplateContent: true,
      variables: { title: 'Hello', text: 'We are here.' },
      key: expect.stringMatching(/^[\da-f-]{36}$/),
      reason: 'They asked',
    });
    expect(screen.getByLabelText('Title')).toHaveProperty('value', '');
  });

  test('a refusal stays in the form with what was typed; variables must be JSON; marketing needs consent', async () => {
    const send = 'POST /api/admin/users/:id/send-email';
    const server = open('emails', { [send]: refusal(400, 'VALIDATION_FAILED', 'Write a subject.') });
    const template = await screen.findByLabelText('Template');
    expect(within(template).queryByText('marketing')).toBeNull();
    await userEvent.click(screen.getByLabelText("Use the template's own text"));
    await userEvent.type(screen.getByLabelText('Text (HTML)'), 'Hello');
    await userEvent.type(screen.getByLabelText('Reason'), 'They asked');
    await press('Send email');
    await screen.findByText('Write a subject.');
    expect(screen.getByLabelText('Text (HTML)')).toHaveProperty('value', 'Hello');
    server.answer({ [send]: new Response(null, { status: 500 }) });
    await userEvent.selectOptions(template, 'verify_email');
    await userEvent.type(screen.getByLabelText('Subject'), 'Mine');
    await press('Send email');
    await screen.findByText('The email could not be sent.');
    expect(server.made(send).at(-1)?.body).toEqual({
      templateKey: 'verify_email',
      useTemplateContent: false,
      subject: 'Mine',
      html: 'Hello',
      variables: {},
      key: expect.any(String),
      reason: 'They asked',
    });
    // A second try is known as one, so that they get one email.
    expect(new Set(server.made(send).map(({ body }) => (body as { key: string }).key)).size).toBe(1);
    await userEvent.type(screen.getByLabelText('Variables (JSON)'), 'x');
    await screen.findByText('This is not a JSON object, such as {"link": "https://…"}.');
    expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', true);
  });
});

describe('security', () => {
  test('ADM-USR-13 the verification email is sent again, only while it is of use', async () => {
    const server = open('security', {
      'GET /api/admin/users/:id/overview': {
        user: buildOverview({ email_verified: false, two_factor_enabled: false }),
      },
      'GET /api/admin/users/:id/sessions': { sessions: [] },
      'POST /api/admin/users/:id/resend-verification': { message: 'On its way.', change_id: null },
    });
    const below = (name: string) => screen.getByRole('heading', { name }).closest('section')?.textContent;
    await press('Resend verification email');
    expect(below('Two-factor authentication')).toBe('Two-factor authenticationOff');
    expect(below('Sessions')).toBe('SessionsNo active sessions.');
    server.answer({ 'GET /api/admin/users/:id/overview': { user: buildOverview() } });
    await confirm('Resend verification email');
    await expectToldOnce('On its way.', 'success');
    await screen.findByText('Verified');
    expect(below('Email verification')).toBe('Email verificationVerified');
    expect(below('Two-factor authentication')).toBe('Two-factor authenticationOnReset two-factor');
  });

  test('ADM-USR-10 ADM-USR-11 ADM-USR-12 ADM-USR-22 a role that is refused goes back to what is stored, without a word', async () => {
    const server = open('security', {
      'POST /api/admin/users/:id/roles': refusal(403, 'FORBIDDEN', 'This is the last admin.'),
    });
    for (const [role, note] of [
      ['admin', 'Can do everything here.'],
      ['support', 'Customers and their posts, emails and feedback.'],
      ['ops', 'Maintenance, health, metrics and flags.'],
      ['tester', 'No console; may set trials in development.'],
    ])
      await screen.findByRole('switch', { name: new RegExp(`^${role}.*${note}`) });
    await userEvent.click(screen.getByRole('switch', { name: /^ops/ }));
    await confirm('Give the role');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('This is the last admin.')).toBeNull();
    expect(server.made('GET /api/admin/users/:id/overview')).toHaveLength(2);
    expect(screen.getByRole('switch', { name: /^ops/ })).toHaveProperty('checked', false);
    server.answer({
      'POST /api/admin/users/:id/roles': { message: 'Added.', roles: ['ops'], change_id: '8' },
      'GET /api/admin/users/:id/overview': { user: buildOverview({ roles: ['ops'] }) },
    });
    await userEvent.click(screen.getByRole('switch', { name: /^ops/ }));
    await confirm('Give the role');
    await waitFor(() => expect(screen.getByRole('switch', { name: /^ops/ })).toHaveProperty('checked', true));
    expect(server.made('POST /api/admin/users/:id/roles').at(-1)?.body).toEqual({
      role: 'ops',
      enabled: true,
      reason: 'They asked',
    });
  });

  test('roles can be read, and not changed, by support; sessions end at a press', async () => {
    const server = open(
      'security',
      { 'DELETE /api/admin/users/:id/sessions': { message: 'Signed out.', change_id: null, ended: 1 } },
      buildUser({ roles: ['support'] }),
    );
    await screen.findByText('Chrome on Windows');
    expect(await rowsIn('Sessions')).toEqual([
      {
        Device: 'Chrome on Windows',
        'Last seen': expect.stringContaining('8 Jan '),
        Network: '203.0.***',
        'Signed in': expect.stringContaining('1 Jan '),
      },
    ]);
    screen.getByText('None', { selector: 'p' });
    expect(screen.queryByRole('switch', { name: /^ops/ })).toBeNull();
    await press('Sign out everywhere');
    await confirm('Sign out everywhere');
    await expectToldOnce('Signed out.', 'success');
    expect(server.made('DELETE /api/admin/users/:id/sessions')).toHaveLength(1);
  });
});

describe('the timeline', () => {
  test('shows what happened with its details, by source, and undoes a change', async () => {
    const paused = buildEvent({
      id: 'audit:9',
      action: 'posts.paused_by_staff',
      by: 'staff',
      staff_id: '2',
      details: { reason: 'On holiday' },
      change_id: '9',
    });
    const paid = buildEvent({ id: 'billing:e', source: 'billing', action: 'invoice.paid', staff_id: '3' });
    const server = open('', {
      'GET /api/admin/users/:id/timeline': ({ query }) =>
        query.before
          ? { events: [buildEvent({ id: 'audit:3', action: 'auth.signed_up' })], next: null }
          : { events: [paused, paid], next: 'more' },
      'POST /api/admin/users/:id/undo': { message: 'Undone.', change_id: '10' },
    });
    const list = within(await screen.findByRole('list', { name: 'Timeline' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Posts paused.*1 Jan .*Staff 2 · reason: On holidayUndo$/),
      expect.stringMatching(/^invoice\.paid.*1 Jan .*Staff 3$/),
    ]);
    await userEvent.click(list.getByRole('button', { name: 'Undo: Posts paused' }));
    await confirm('Undo');
    await expectToldOnce('Undone.', 'success');
    expect(server.made('POST /api/admin/users/:id/undo')).toMatchObject([
      { body: { change_id: '9', reason: 'They asked' } },
    ]);
    await press('Load more');
    await waitFor(() =>
      expect(server.made('GET /api/admin/users/:id/timeline').at(-1)?.query).toMatchObject({
        before: 'more',
      }),
    );
    await list.findByText('Signed up');
    list.getByText('Posts paused');
    const source = screen.getByLabelText<HTMLSelectElement>('Show');
    const sources = 'Everything, Account and staff, Stripe, Emails, Generations, Posts';
    expect([...source.options].map(({ text }) => text).join(', ')).toBe(sources);
    await userEvent.selectOptions(source, 'Stripe');
    await waitFor(() =>
      expect(server.made('GET /api/admin/users/:id/timeline').at(-1)?.query).toMatchObject({
        source: 'billing',
      }),
    );
    // What is no source of ours narrows nothing.
    await server.router.navigate('/admin/customer?id=7&timeline.source=gossip');
    await waitFor(() => expect(source.value).toBe(''));
    await list.findByText('Signed up');
    const asked = server.made('GET /api/admin/users/:id/timeline').map(({ query }) => query.source);
    expect(asked).not.toContain('gossip');
  });

  test('a failure is said, with a way to try again', async () => {
    open('', { 'GET /api/admin/users/:id/timeline': new Response('', { status: 404 }) });
    await screen.findByText('The timeline could not be loaded.');
  });
});
