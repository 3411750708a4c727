import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { accountsQuery, queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { buildPost } from '../posts/build-post.fixture.ts';
import { buildAccount } from './build-account.fixture.ts';

const AUTH_URL = 'https://x.example/authorize';
const pro = buildUser({ entitlements: { ...buildUser().entitlements, accountLimit: 2 } });
const dead = buildAccount({ needs_reconnect: true });

/** The popup, as far as the page can see it. */
function popup() {
  const window_ = { closed: false, close: vi.fn(), location: { replace: vi.fn() } };
  vi.spyOn(window, 'open').mockReturnValue(window_ as unknown as Window);
  return window_;
}
const modal = () => screen.getByRole('dialog', { name: 'Connect Twitter/X Account' });
/** What the callback page says to the page that opened it. */
const say = (data: object) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      origin: window.location.origin,
      data: { type: 'X_OAUTH_COMPLETE', ...data },
    }),
  );

async function openModal(accounts = [dead], user = pro) {
  const person = userEvent.setup();
  const server = openScreen('/dashboard', {
    user,
    answers: {
      'GET /api/twitter/accounts': { accounts },
      'POST /api/oauth/x/authorize': { authUrl: AUTH_URL },
    },
  });
  const name = accounts.length === 0 ? 'Connect X' : 'Reconnect';
  await person.click(await screen.findByRole('button', { name }));
  await screen.findByRole('dialog', { name: 'Connect Twitter/X Account' });
  return { person, server, go: () => within(modal()).getByRole('button', { name: 'Continue to Connect' }) };
}

test('a reconnection names its account to the server', async () => {
  const x = popup();
  const { person, server, go } = await openModal();
  await expectWords(
    modal(),
    `
    ## Connect Twitter/X Account
    (Close)
    X opens in a popup.
    If X asks you to sign in, do that first. If the authorize screen doesn't follow, close the popup and click Connect again.
    If no popup appears, allow popups for this site.
    On X, make sure you are signed in as @ada: X authorizes whichever account is signed in there.
    Cancel
    Continue to Connect
  `,
  );
  await person.click(go());
  await waitFor(() => expect(x.location.replace).toHaveBeenCalledWith(AUTH_URL));
  expect(window.open).toHaveBeenCalledExactlyOnceWith(
    'about:blank',
    'drumbeat-connect-x',
    expect.stringContaining('width=600,height=800'),
  );
  expect(server.made('POST /api/oauth/x/authorize')[0]?.body).toEqual({ reconnect: '7' });
  expect(screen.queryByRole('region', { name: 'What X asks of automated accounts' })).toBeNull();
  // Whoever leaves the page has ended the attempt.
  await act(() => server.router.navigate('/settings'));
  expect(x.close).toHaveBeenCalled();
});

test('an account is reconnected from its menu as well', async () => {
  const person = userEvent.setup();
  openScreen('/dashboard', { answers: { 'GET /api/twitter/accounts': { accounts: [dead] } } });
  const menu = await screen.findByRole('button', { name: /^X account/ });
  expect(menu.querySelector('.lucide-triangle-alert')).not.toBeNull();
  await person.click(menu);
  await person.click(await screen.findByRole('menuitem', { name: 'Reconnect @ada' }));
  await screen.findByText(/make sure you are signed in as @ada/);
});

test('another account than the one asked for: the page asks what is meant, and adds nothing', async () => {
  const x = popup();
  const { person, server, go } = await openModal();
  await person.click(go());
  await waitFor(() => expect(x.location.replace).toHaveBeenCalled());
  say({ success: false, error: 'twitter_other_account', otherUsername: 'grace' });
  const told = await screen.findByRole('alert');
  await expectWords(
    told,
    `
    !
    X authorized @grace, which is not the account you wanted to reconnect. Nothing was added.
    We revoked Drumbeat's permission for @grace. @ada still needs reconnecting.
    Try @ada again
    Add @grace as a new account
    Close
  `,
  );

  await person.click(screen.getByRole('button', { name: 'Add @grace as a new account' }));
  const asked = () => server.made('POST /api/oauth/x/authorize').map(({ body }) => body);
  await waitFor(() => expect(asked()).toEqual([{ reconnect: '7' }, {}]));
  say({ success: false, error: 'twitter_other_account', otherUsername: 'grace' });
  await person.click(await screen.findByRole('button', { name: 'Try @ada again' }));
  await waitFor(() => expect(asked()).toEqual([{ reconnect: '7' }, {}, { reconnect: '7' }]));
});

test('the other account is not offered where the plan has no room, or where it is connected already', async () => {
  const x = popup();
  const { person, go } = await openModal([dead], buildUser());
  await person.click(go());
  await waitFor(() => expect(x.location.replace).toHaveBeenCalled());
  say({ success: false, error: 'twitter_other_account', otherUsername: 'grace' });
  await expectWords(
    await screen.findByRole('alert'),
    `
    !
    X authorized @grace, which is not the account you wanted to reconnect. Nothing was added.
    We revoked Drumbeat's permission for @grace. @ada still needs reconnecting.
    Your plan has no room for another X account.
    Try @ada again
    Close
  `,
  );
  await person.click(screen.getByRole('button', { name: 'Try @ada again' }));
  await waitFor(() => expect(x.location.replace).toHaveBeenCalledTimes(2));
  say({ success: false, error: 'twitter_other_account', otherUsername: 'grace', otherIsConnected: true });
  await expectWords(
    await screen.findByRole('alert'),
    `
    !
    X authorized @grace, which is not the account you wanted to reconnect. Nothing was added.
    @grace was already connected and stays connected. @ada still needs reconnecting.
    Try @ada again
    Close
  `,
  );
  // Nothing else is asked meanwhile.
  expect(screen.queryByRole('button', { name: 'Continue to Connect' })).toBeNull();
  await person.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('ACC-01 ACC-02 ACC-03 the modal says what will happen, and what to do when it does not', async () => {
  const { person, go } = await openModal([]);
  await expectWords(
    modal(),
    `
    ## Connect Twitter/X Account
    (Close)
    X opens in a popup.
    If X asks you to sign in, do that first. If the authorize screen doesn't follow, close the popup and click Connect again.
    If no popup appears, allow popups for this site.
    Drumbeat can then post for you. You can disconnect at any time.
    (What X asks of automated accounts)
    ### What X asks of automated accounts
    Label it. In X: Settings, Your account, Account information, Automation.
    Say so in the bio. For example: ‘Posts are scheduled. Run by @yourname.’
    Name a person. The label links to the account of whoever manages it.
    Read the rules on X → https://help.x.com/en/using-x/automated-account-labels
    Got it
    Cancel
    Continue to Connect
  `,
  );
  await waitFor(() => expect(document.activeElement).toBe(go()));
  await person.click(within(modal()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect X' }));
});

test('ACC-47 an account that a smaller plan switched off is said, and is switched on once there is room', async () => {
  const person = userEvent.setup();
  const accounts = [
    buildAccount(),
    buildAccount({ id: '8', username: 'grace', is_active: false, selected: false }),
  ];
  const full = 'Account limit reached for your plan. Upgrade to add more X accounts.';
  const server = openScreen('/dashboard', {
    answers: {
      'GET /api/twitter/accounts': { accounts },
      'PUT /api/twitter/accounts/:id': ({ body }) =>
        'is_active' in (body as object)
          ? refusal(409, 'ACCOUNT_LIMIT_REACHED', full)
          : { account: { ...accounts[1], selected: true } as (typeof accounts)[number] },
    },
  });
  const told = 'Your plan includes 1 active X account, so @grace is switched off. Its posts are on hold.';
  const menu = async (of: string) =>
    person.click(await screen.findByRole('button', { name: `X account @${of}` }));
  const item = (name: RegExp | string) => screen.findByRole('menuitem', { name });
  await screen.findByText(told);
  await menu('ada');
  await item(/^@grace/);
  expect(screen.queryByRole('menuitem', { name: /^Switch on/ })).toBeNull();
  await person.click(await item(/^@grace/));
  const chosen = await screen.findByRole('button', { name: 'X account @grace' });
  expect(chosen.querySelector('.lucide-triangle-alert')).not.toBeNull();
  await menu('grace');
  await person.click(await item('Switch on @grace'));
  await expectToldOnce(full, 'error');
  server.answer({ 'PUT /api/twitter/accounts/:id': new Response(null, { status: 500 }) });
  await menu('grace');
  await person.click(await item('Switch on @grace'));
  await expectToldOnce('The account could not be switched on.', 'error');
  await menu('grace');
  await person.click(await item(/^@ada/));
  await expectToldOnce('The account could not be selected.', 'error');
  await screen.findByRole('button', { name: 'X account @grace' });
  screen.getByText(told);
  const on = { ...accounts[1], selected: true, is_active: true } as (typeof accounts)[number];
  server.answer({
    'PUT /api/twitter/accounts/:id': { account: on },
    'GET /api/twitter/accounts': { accounts: [buildAccount({ selected: false }), on] },
  });
  await menu('grace');
  await person.click(await item('Switch on @grace'));
  await expectToldOnce('@grace is switched on. Its posts go out again.', 'success');
  await waitFor(() => expect(screen.queryByText(/is switched off/)).toBeNull());
});

test('ACC-33 a blocked popup is said in the dialog until it is mended, and X opens in this tab', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { person, server, go } = await openModal();
  await person.click(go());
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain(
    'Popup blocked. Please allow popups for Drumbeat to connect your X account.',
  );
  expect(told.textContent).not.toContain('Request ID');
  expect(go()).toHaveProperty('disabled', false);
  expect(server.made('POST /api/oauth/x/authorize')).toHaveLength(0);
  const answer = held<Response>();
  server.answer({ 'POST /api/oauth/x/authorize': () => answer.promise });
  await person.click(screen.getByRole('button', { name: 'Open X in this tab' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await waitFor(() =>
    expect(within(modal()).getByRole('button', { name: 'Connecting...' }).ariaBusy).toBe('true'),
  );
  answer.give(refusal(500, 'INTERNAL', 'x'));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Failed to connect X account. Please try again.'),
  );
  expect(screen.getByRole('alert').textContent).toContain('request-1');
  expect(go().ariaBusy).toBeNull();
  await person.click(go());
  server.answer({ 'POST /api/oauth/x/authorize': { authUrl: '#authorize' } });
  await person.click(await screen.findByRole('button', { name: 'Open X in this tab' }));
  await waitFor(() => expect(window.location.hash).toBe('#authorize'));
  expect(server.made('POST /api/oauth/x/authorize').map(({ body }) => body)).toEqual([
    { reconnect: '7' },
    { reconnect: '7' },
  ]);
});

test('ACC-04 ACC-06 ACC-08 while X is open the page asks; once connected it says so and the dialog is gone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const x = popup();
  const { person, server, go } = await openModal([]);
  await person.click(go());
  await waitFor(() => expect(x.location.replace).toHaveBeenCalledWith(AUTH_URL));
  const look = held<{ connected: boolean }>();
  server.answer({ 'GET /api/oauth/x/status': () => look.promise });
  const asked = () => server.made('GET /api/oauth/x/status').length;
  await vi.advanceTimersByTimeAsync(1_499);
  expect(asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await waitFor(() => expect(asked()).toBe(1));
  // One look at a time.
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked()).toBe(1);
  look.give({ connected: false });
  // The popup is closed: one last look, then the dialog waits for another try.
  x.closed = true;
  await vi.advanceTimersByTimeAsync(500);
  await waitFor(() => expect(asked()).toBe(2));
  await waitFor(() => expect(go().ariaBusy).toBeNull());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(2);
  expect(screen.queryByRole('alert')).toBeNull();
  x.closed = false;
  await person.click(go());
  await waitFor(() => expect(x.location.replace).toHaveBeenCalledTimes(2));
  server.answer({
    'GET /api/oauth/x/status': { connected: true },
    'GET /api/twitter/accounts': { accounts: [buildAccount()] },
  });
  await vi.advanceTimersByTimeAsync(1_500);
  await expectToldOnce('X account connected successfully!', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(x.close).toHaveBeenCalled();
  await screen.findByRole('button', { name: 'X account @ada' });
});

test('who cancels on X reads that nothing was connected; trying again takes the words away', async () => {
  const x = popup();
  const { person, go } = await openModal([]);
  await person.click(go());
  await waitFor(() => expect(x.location.replace).toHaveBeenCalled());
  say({ success: false, error: 'twitter_cancelled' });
  expect((await screen.findByRole('alert')).textContent).toBe('You cancelled on X. Nothing was connected.');
  await person.click(go());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  // While X is open the dialog waits; its button takes the attempt back, and the dialog stays.
  const busy = await within(modal()).findByRole('button', { name: 'Connecting...' });
  expect(busy.ariaBusy).toBe('true');
  within(modal()).getByText('Waiting for you to authorize Drumbeat in the popup.');
  const cancel = () => person.click(within(modal()).getByRole('button', { name: 'Cancel' }));
  await cancel();
  await waitFor(() => expect(go().ariaBusy).toBeNull());
  expect(x.close).toHaveBeenCalled();
  await person.click(go());
  await waitFor(() => expect(busy.ariaBusy).toBe('true'));
  await person.click(within(modal()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(go().ariaBusy).toBeNull());
  // Closed and opened again it no longer speaks of the last attempt.
  await person.click(go());
  say({ success: false, error: 'twitter_cancelled' });
  await screen.findByRole('alert');
  await cancel();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByRole('button', { name: 'Connect X' }));
  await screen.findByRole('dialog', { name: 'Connect Twitter/X Account' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an attempt that was taken back and fails late says nothing of the next one', async () => {
  const x = popup();
  const { person, server, go } = await openModal([]);
  const [late, now] = [held<Response>(), held<{ authUrl: string }>()];
  const asked = () => server.made('POST /api/oauth/x/authorize').length;
  server.answer({ 'POST /api/oauth/x/authorize': () => late.promise });
  await person.click(go());
  await waitFor(() => expect(asked()).toBe(1));
  await person.click(within(modal()).getByRole('button', { name: 'Cancel' }));
  server.answer({ 'POST /api/oauth/x/authorize': () => now.promise });
  await person.click(await within(modal()).findByRole('button', { name: 'Continue to Connect' }));
  await waitFor(() => expect(asked()).toBe(2));
  late.give(refusal(500, 'INTERNAL', 'The disk is full.'));
  now.give({ authUrl: AUTH_URL });
  await waitFor(() => expect(x.location.replace).toHaveBeenCalledExactlyOnceWith(AUTH_URL));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the picture of an account is refreshed from its menu, and a failure is told', async () => {
  const person = userEvent.setup();
  const server = openScreen('/dashboard', {
    answers: { 'POST /api/twitter/profile/refresh': refusal(502, 'PROVIDER_FAILED', 'x') },
  });
  const refresh = async () => {
    await person.click(await screen.findByRole('button', { name: /^X account/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Refresh profile picture' }));
  };
  await refresh();
  await expectToldOnce('Failed to refresh profile picture. Please try again.', 'error');
  const account = buildAccount({ username: 'countess' });
  server.answer({ 'POST /api/twitter/profile/refresh': { account } });
  await refresh();
  await expectToldOnce('Profile picture refreshed successfully!', 'success');
  await screen.findByRole('button', { name: 'X account @countess' });
});

test('what X asks of automated accounts stands in the dialog until it is dismissed', async () => {
  popup();
  const { person } = await openModal([]);
  const card = within(modal()).getByRole('region', { name: 'What X asks of automated accounts' });
  within(card).getByRole('heading', { name: 'What X asks of automated accounts', level: 3 });
  expect(card.textContent).toContain('Label it.');
  expect(card.textContent).toContain('Say so in the bio.');
  expect(card.textContent).toContain('Name a person.');
  expect(within(card).getByRole('link', { name: 'Read the rules on X' }).getAttribute('href')).toBe(
    'https://help.x.com/en/using-x/automated-account-labels',
  );
  await person.click(within(card).getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('region', { name: 'What X asks of automated accounts' })).toBeNull();
});

test('an account that is chosen shows at once, whatever is still being read, and gives way where it is refused', async () => {
  const person = userEvent.setup();
  const [ada, grace] = [
    buildAccount(),
    buildAccount({ id: '8', username: 'grace', selected: false, profile_image_url: 'data:image/png,broken' }),
  ];
  const [answer, slow] = [held<Response>(), held<{ accounts: (typeof ada)[] }>()];
  const server = openScreen('/dashboard', {
    user: pro,
    answers: {
      'GET /api/twitter/accounts': { accounts: [ada, grace] },
      'PUT /api/twitter/accounts/:id': () => answer.promise,
    },
  });
  const choose = async () => {
    await person.click(await screen.findByRole('button', { name: 'X account @ada' }));
    const item = await screen.findByRole('menuitem', { name: /^@grace/ });
    // A picture that does not load gives way to the letter.
    await waitFor(() => expect(item.textContent).toMatch(/^G@grace/));
    await person.click(item);
  };
  await screen.findByRole('button', { name: 'X account @ada' });
  server.answer({ 'GET /api/twitter/accounts': () => slow.promise });
  const read = queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
  await choose();
  await screen.findByRole('button', { name: 'X account @grace' });
  slow.give({ accounts: [ada, grace] });
  await read;
  const chosen = queryClient.getQueryData(accountsQuery.queryKey)?.accounts.map(({ selected }) => selected);
  expect(chosen).toEqual([false, true]);
  expect(server.made('PUT /api/twitter/accounts/:id').map(({ params, body }) => [params, body])).toEqual([
    [{ id: '8' }, { selected: true }],
  ]);
  answer.give(refusal(409, 'STALE_VERSION', 'It was removed elsewhere.'));
  await expectToldOnce('It was removed elsewhere.', 'error');
  await screen.findByRole('button', { name: 'X account @ada' });
});

test('ACC-26 DASH-38 the switcher says the state of each account', async () => {
  const person = userEvent.setup();
  const accounts = [
    buildAccount(),
    buildAccount({ id: '8', username: 'grace', selected: false, needs_reconnect: true }),
    buildAccount({ id: '9', username: 'joan', selected: false, is_active: false }),
    buildAccount({ id: '10', username: 'lin', selected: false, limited_until: '2033-11-28T12:00:00.000Z' }),
  ];
  const server = openScreen('/dashboard', {
    user: { ...pro, timeZone: 'Africa/Lagos' },
    answers: { 'GET /api/twitter/accounts': { accounts } },
  });
  const menu = await screen.findByRole('button', { name: 'X account @ada' });
  // What keeps others from posting alarms nobody about this one.
  expect(menu.querySelector('.lucide-triangle-alert')).toBeNull();
  await person.click(menu);
  await expectWords(
    await screen.findByRole('menu'),
    `
    Switch account
    @adaConnected
    @graceNeeds reconnecting
    @joanSwitched off: your plan has no room
    @linX limits it until 13:00
    Add X account
    Send a test tweet
    Refresh profile picture
    Disconnect @ada
    Remove @ada…
  `,
  );
  // Who has no picture has a letter.
  const [first] = screen.getAllByRole('menuitem');
  expect(first?.textContent).toBe('A@adaConnected');
  expect(screen.getByLabelText('selected').closest('[role="menuitem"]')).toBe(first);
  // Who is selected is not selected once more.
  await person.click(first as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(server.made('PUT /api/twitter/accounts/:id')).toEqual([]);
});

test('ACC-17 removing an account asks once and names what is lost', async () => {
  const person = userEvent.setup();
  const posts = [
    buildPost({ id: '1' }),
    buildPost({ id: '2', status: 'Failed' }),
    buildPost({ id: '3', status: 'Posted' }),
  ];
  const server = openScreen('/dashboard', { answers: { 'GET /api/posts': { posts } } });
  await person.click(await screen.findByRole('button', { name: 'X account @ada' }));
  const remove = await screen.findByRole('menuitem', { name: 'Remove @ada…' });
  // Of one account none is marked as the chosen one.
  expect(screen.queryByLabelText('selected')).toBeNull();
  await person.click(remove);
  const dialog = await screen.findByRole('dialog', { name: 'Remove @ada?' });
  await expectWords(
    dialog,
    `
    ## Remove @ada?
    (Close)
    Its 2 scheduled and failed posts will be deleted.
    Posts already on X stay there. Nobody can connect this X account again for 24 hours.
    Keep it
    Remove account
  `,
  );
  await person.click(within(dialog).getByRole('button', { name: 'Remove account' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'The account could not be removed. Please try again.',
  );
  const answer = held<{ message: string }>();
  server.answer({ 'DELETE /api/twitter/accounts/:id': () => answer.promise });
  const changed = [
    'GET /api/twitter/accounts',
    'GET /api/twitter/accounts/:id/usage',
    'GET /api/user',
    'POST /api/check-scheduling-eligibility',
    'GET /api/posts',
  ] as const;
  await expectReadAgain(server, changed, async () => {
    const button = within(dialog).getByRole('button', { name: 'Remove account' });
    await person.dblClick(button);
    expect(button.ariaBusy).toBe('true');
    expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
    expect(within(dialog).getByRole('button', { name: 'Keep it' })).toHaveProperty('disabled', true);
    answer.give({ message: 'X account removed, with 2 unpublished posts.' });
  });
  expect(server.made('DELETE /api/twitter/accounts/:id')).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('DELETE /api/twitter/accounts/:id').at(-1)?.params).toEqual({ id: '7' });
  await screen.findByText('X account removed, with 2 unpublished posts.');
});

test('PUB-16 a test tweet asks once, with the text that will stand on X', async () => {
  const person = userEvent.setup();
  const shown = {
    at: '2026-11-22T09:00:00.000Z',
    text: 'Testing Drumbeat: this account is connected (09:00).',
  };
  const server = openScreen('/dashboard', {
    answers: {
      'GET /api/test-tweet': shown,
      'POST /api/test-tweet': { success: true, message: 'x', tweetUrl: 'https://x.example/1' },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'X account @ada' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Send a test tweet' }));
  const dialog = await screen.findByRole('dialog', { name: 'Post a test tweet to @ada?' });
  await within(dialog).findByText(shown.text);
  await expectWords(
    dialog,
    `
    ## Post a test tweet to @ada?
    (Close)
    Everybody can see it. You can delete it on X.
    Testing Drumbeat: this account is connected (09:00).
    Cancel
    Post it now
  `,
  );
  expect(server.made('POST /api/test-tweet')).toHaveLength(0);
  await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('POST /api/test-tweet')).toHaveLength(0);

  await person.click(screen.getByRole('button', { name: 'X account @ada' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Send a test tweet' }));
  await screen.findByText(shown.text);
  // The text names its moment, so that each opening has its own.
  expect(server.made('GET /api/test-tweet')).toHaveLength(2);
  const answer = held<Response>();
  server.answer({ 'POST /api/test-tweet': () => answer.promise });
  await person.click(screen.getByRole('button', { name: 'Post it now' }));
  // What is on its way can be neither cancelled nor closed.
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await person.keyboard('{Escape}');
  expect(server.made('POST /api/test-tweet')).toHaveLength(1);
  screen.getByRole('dialog', { name: 'Post a test tweet to @ada?' });
  answer.give(Response.json({ success: true, message: 'x', tweetUrl: 'https://x.example/1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('POST /api/test-tweet')[0]?.body).toEqual({ at: shown.at });
});

test('a test tweet whose text cannot be read is not sent; the text can be asked for again', async () => {
  const person = userEvent.setup();
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/test-tweet': refusal(403, 'FORBIDDEN', 'Not just now.') },
  });
  await person.click(await screen.findByRole('button', { name: 'Send a test tweet' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Post a test tweet to @ada?' }));
  await dialog.findByText('The text could not be loaded.');
  expect(dialog.getByRole('button', { name: 'Post it now' })).toHaveProperty('disabled', true);
  server.answer({ 'GET /api/test-tweet': { at: '2026-11-22T09:00:00.000Z', text: 'Testing Drumbeat' } });
  await person.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('Testing Drumbeat');
  expect(dialog.getByRole('button', { name: 'Post it now' })).toHaveProperty('disabled', false);
});
