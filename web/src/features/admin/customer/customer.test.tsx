import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../testing/axe.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { held, refusal } from '../../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce, fill } from '../../../testing/screen.tsx';
import { buttonOf } from '../../../testing/steps.ts';
import { buildOverview } from '../admin.fixture.ts';
import { account, at, buildEvent, openCustomer as open } from './open-customer.fixture.ts';

const press = async (name: string) => userEvent.click(await buttonOf(document.body, name));
/** Gives the reason in the dialog, and confirms. */
async function confirm(name: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'They asked' } });
  await userEvent.click(dialog.getByRole('button', { name }));
}

describe('the page', () => {
  test('ADM-CUS-01 ADM-CUS-04 the page has five tabs and keeps the open one in the address', async () => {
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
    await expectAccessible(document.body);
  });

  test('ADM-CUS-02 ADM-CUS-03 an unknown tab and a wrong id have a message', async () => {
    const server = open('toString');
    await screen.findByText('Coming soon...');
    await server.router.navigate('/admin/customer?id=7a');
    await screen.findByText('Missing user id. Open this page with ?id=123');
  });

  test('ADM-CUS-05 ADM-CUS-06 ADM-CUS-07 ADM-CUS-09 ADM-CUS-10 the overview shows person, plan, use, costs and X accounts', async () => {
    const off = { ...account, id: '4', selected: false, needs_reconnect: true, niche: null };
    open('', { 'GET /api/admin/users/:id/twitter-accounts': { accounts: [account, off] } });
    await screen.findByText('Margin', { selector: 'dt' });
    expect(factsIn(document.body)).toMatchObject({
      Email: 'j***@people.example',
      Generations: '2 of 4',
      Margin: '$14.79',
      Niche: 'Coffee',
      'Period ends': expect.stringContaining('7 Jan '),
      'Payment method': 'Yes',
      Posts: 'Going out',
      Revenue: '$15.00',
      Roles: 'None',
      'Signed up': expect.stringContaining('1 Jan '),
      'Stripe customer': 'cus_********',
      'Stripe subscription': 'sub_********',
      Subscription: 'Trial',
      'Time zone': 'Europe/Paris',
      'Trial ends': expect.stringContaining('6 Jan '),
      'Two-factor': 'On',
    });
    expect(await rowsIn('X accounts')).toMatchObject([
      {
        Account: '@ada',
        'X id': '99',
        State: 'Selected',
        'Niche changes': '1',
        'Generations left': '3 of 4',
      },
      { State: 'Reconnect needed', Niche: '–' },
    ]);
  });
});

describe('actions of the overview', () => {
  test('ADM-USR-16 ADM-USR-17 pausing asks for a reason and is undone from the toast', async () => {
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
  });
});

describe('billing', () => {
  test('ADM-CUS-15 ADM-CUS-17 subscription and invoices show, and the portal opens in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const server = open('billing', {
      'POST /api/admin/users/:id/open-portal': { url: 'https://stripe.example/portal' },
    });
    const table = within(await screen.findByRole('table', { name: 'Invoices' }));
    expect(await rowsIn('Invoices')).toMatchObject([{ Amount: '$15.00', For: 'Pro', Status: 'Paid' }]);
    expect(factsIn(document.body)).toMatchObject({
      'Next charge': expect.stringMatching(/^\$15\.00, /),
      Plan: 'Pro, $15.00',
      'Previous subscription': 'sub_old',
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
  });

  test('ADM-CUS-18 ADM-CUS-19 ADM-CUS-20 ADM-CUS-21 a refused restore can be forced, and names what is overwritten', async () => {
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
  });
});

describe('posts', () => {
  const row = async (name: string) =>
    within((await screen.findByRole('button', { name })).closest('tr') as HTMLElement);

  test('ADM-CUS-22 ADM-CUS-24 ADM-CUS-25 ADM-CUS-27 failed posts can be retried, posted ones cannot be changed', async () => {
    const server = open('posts', {
      'POST /api/admin/users/:id/posts/:postId/retry': { message: 'The post is queued.', change_id: null },
    });
    await row('Post 3');
    expect((await rowsIn('Posts')).slice(1)).toMatchObject([
      { Post: 'Post 2', Status: 'Failed', Posted: '–', Why: 'X_REFUSED' },
      { Post: 'Post 3', Status: 'Posted', Posted: expect.stringContaining('8 Jan '), Why: '–' },
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

  test('ADM-CUS-23 the list is filtered by account, and a post opens with its attempts', async () => {
    const server = open('posts', {
      'GET /api/posts/:id/timeline': {
        events: [{ at, kind: 'failed', text: 'X refused it.' }] as never,
      },
    });
    const account = await screen.findByLabelText('X account');
    await within(account).findByText('@ada');
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
    expect(server.router.state.location.search).toContain('post=2');
  });
});

describe('emails', () => {
  test('ADM-CUS-28 ADM-CUS-29 ADM-CUS-30 the emails are listed; one is previewed in a sandboxed frame, then sent once with a reason and a key', async () => {
    const content = { subject: 'Hello', html: '<p>We are here.</p>' };
    const server = open('emails', {
      'POST /api/admin/users/:id/send-email': ({ body }) =>
        (body as { preview?: boolean }).preview
          ? { message: 'Nothing was sent.', email_id: null, content }
          : { message: 'The email is on its way.', email_id: '9', content },
    });
    expect(await rowsIn('Emails')).toMatchObject([
      { Subject: 'Verify your email', To: 'j***@people.example', Type: 'verify_email' },
    ]);
    fill(await screen.findByLabelText('Title'), 'Hello');
    fill(screen.getByLabelText('Message'), 'We are here.');
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
    fill(screen.getByLabelText('Reason'), 'They asked');
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
});

describe('security', () => {
  test('ADM-USR-10 ADM-USR-11 ADM-USR-12 ADM-USR-22 a refused role silently returns to the stored state', async () => {
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

  test('support can end sessions and only read the roles', async () => {
    const server = open(
      'security',
      { 'DELETE /api/admin/users/:id/sessions': { message: 'Signed out.', change_id: null, ended: 1 } },
      buildUser({ roles: ['support'] }),
    );
    await screen.findByText('Chrome on Windows');
    screen.getByText('None', { selector: 'p' });
    expect(screen.queryByRole('switch', { name: /^ops/ })).toBeNull();
    await press('Sign out everywhere');
    await confirm('Sign out everywhere');
    await expectToldOnce('Signed out.', 'success');
    expect(server.made('DELETE /api/admin/users/:id/sessions')).toHaveLength(1);
  });
});

describe('the timeline', () => {
  test('the timeline shows events by source, and undoes a change', async () => {
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
    const asked = () => server.made('GET /api/admin/users/:id/timeline').at(-1)?.query;
    await press('Load more');
    await waitFor(() => expect(asked()).toMatchObject({ before: 'more' }));
    await list.findByText('Signed up');
    list.getByText('Posts paused');
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Stripe');
    await waitFor(() => expect(asked()).toMatchObject({ source: 'billing' }));
  });
});

test('ADM-CON-11 ADM-CON-12 sensitive data is shown for one customer only, once the box is ticked', async () => {
  const ofEach = ({ params }: { params: Record<string, string> }) => ({
    user: buildOverview({ id: params.id ?? '' }),
  });
  const server = open('', { 'GET /api/admin/users/:id/overview': ofEach });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Show sensitive data' }));
  await screen.findByRole('checkbox', { name: 'Hide sensitive data' });
  await press('Pause posts');
  await screen.findByRole('dialog');
  await server.router.navigate('/admin/customer?id=8');
  await screen.findByText('User 8 · j***@people.example · Trial');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Show sensitive data' })).toHaveProperty('checked', false);
  const asked = server
    .made('GET /api/admin/users/:id/overview')
    .map(({ params, query }) => [params.id, query.sensitive]);
  expect(asked).toEqual([
    ['7', 'false'],
    ['7', 'true'],
    ['8', 'false'],
  ]);
});
