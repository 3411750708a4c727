import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { accountsQuery, queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';
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

test('after another account was authorized the page asks what to do', async () => {
  const x = popup();
  const { person, server, go } = await openModal();
  await person.click(go());
  await waitFor(() => expect(x.location.replace).toHaveBeenCalled());
  say({ success: false, error: 'twitter_other_account', otherUsername: 'grace' });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'X authorized @grace, which is not the account you wanted to reconnect. Nothing was added.',
  );
  await person.click(screen.getByRole('button', { name: 'Add @grace as a new account' }));
  const asked = () => server.made('POST /api/oauth/x/authorize').map(({ body }) => body);
  await waitFor(() => expect(asked()).toEqual([{ reconnect: '7' }, {}]));
  say({ success: false, error: 'twitter_other_account', otherUsername: 'grace' });
  await person.click(await screen.findByRole('button', { name: 'Try @ada again' }));
  await waitFor(() => expect(asked()).toEqual([{ reconnect: '7' }, {}, { reconnect: '7' }]));
});

test('ACC-01 ACC-02 ACC-03 the modal explains the popup and the rules for automated accounts', async () => {
  const { person, go } = await openModal([]);
  within(modal()).getByText('X opens in a popup.');
  within(modal()).getByText(
    "If X asks you to sign in, do that first. If the authorize screen doesn't follow, close the popup and click Connect again.",
  );
  within(modal()).getByText('If no popup appears, allow popups for this site.');
  within(modal()).getByRole('link', { name: 'Read the rules on X' });
  await person.click(within(modal()).getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('region', { name: 'What X asks of automated accounts' })).toBeNull();
  await waitFor(() => expect(go()).toHaveProperty('disabled', false));
  await person.click(within(modal()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect X' }));
});

test('ACC-47 an account that a smaller plan switched off can be switched on once there is room', async () => {
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
  expect(screen.queryByRole('menuitem', { name: /^Switch on/ })).toBeNull();
  await person.click(await item(/^@grace/));
  await menu('grace');
  await person.click(await item('Switch on @grace'));
  await expectToldOnce(full, 'error');
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

test('ACC-33 after a blocked popup X can be opened in this tab', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { person, server, go } = await openModal();
  await person.click(go());
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain(
    'Popup blocked. Please allow popups for Drumbeat to connect your X account.',
  );
  expect(server.made('POST /api/oauth/x/authorize')).toHaveLength(0);
  server.answer({ 'POST /api/oauth/x/authorize': { authUrl: '#authorize' } });
  await person.click(await screen.findByRole('button', { name: 'Open X in this tab' }));
  await waitFor(() => expect(window.location.hash).toBe('#authorize'));
  expect(server.made('POST /api/oauth/x/authorize').map(({ body }) => body)).toEqual([{ reconnect: '7' }]);
});

test('a chosen account is shown at once, and taken back where it is refused', async () => {
  const person = userEvent.setup();
  const [ada, grace] = [buildAccount(), buildAccount({ id: '8', username: 'grace', selected: false })];
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

test('ACC-17 removing an account names the posts that are lost', async () => {
  const person = userEvent.setup();
  const posts = [
    buildPost({ id: '1' }),
    buildPost({ id: '2', status: 'Failed' }),
    buildPost({ id: '3', status: 'Posted' }),
  ];
  const server = openScreen('/dashboard', { answers: { 'GET /api/posts': { posts } } });
  await person.click(await screen.findByRole('button', { name: 'X account @ada' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Remove @ada…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove @ada?' });
  within(dialog).getByText('Its 2 scheduled and failed posts will be deleted.');
  await person.click(within(dialog).getByRole('button', { name: 'Remove account' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'The account could not be removed. Please try again.',
  );
  const message = 'X account removed, with 2 unpublished posts.';
  server.answer({ 'DELETE /api/twitter/accounts/:id': { message } });
  await expectReadAgain(server, ['GET /api/twitter/accounts', 'GET /api/posts'], () =>
    person.click(within(dialog).getByRole('button', { name: 'Remove account' })),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('DELETE /api/twitter/accounts/:id').at(-1)?.params).toEqual({ id: '7' });
  await screen.findByText(message);
});
