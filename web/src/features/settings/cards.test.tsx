import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { rememberUser } from '../../api/query.ts';
import { buildTrialUser, buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { applyTheme } from '../../ui/theme/theme-choice.ts';
import { buildAccount } from '../accounts/build-account.fixture.ts';

afterEach(() => {
  applyTheme('system');
  onlineManager.setOnline(true);
});

const region = (name: string) => screen.findByRole('region', { name }).then((card) => within(card));

const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Send feedback|Sending…)$/ });

test('SET-01 SET-02 SET-03 SET-15 the settings have every card; in trial a checklist leads to them', async () => {
  openScreen('/settings', {
    user: buildTrialUser({ niche: '' }),
    answers: { 'GET /api/twitter/accounts': { accounts: [] } },
  });
  await screen.findByRole('region', { name: 'Subscription' });
  const cards = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(cards).toEqual([
    'Getting started',
    'Profile',
    'Security',
    'Connected Account',
    'Niche',
    'Voice',
    'Facts',
    'Appearance',
    'Calendar feed',
    'Give Feedback',
    'Notifications',
    'Subscription',
    'Your data',
  ]);
  expect(document.title).toBe('Settings · Drumbeat');
  const email = screen.getByRole('textbox', { name: 'Email' });
  expect(email).toMatchObject({ value: 'ada@example.com', readOnly: true });
  screen.getByText('Verified.');
  await screen.findByText('No X account is connected.');
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('Connect your X account')).toBe('/settings#accounts');
  expect(leadsTo('Set your niche')).toBe('/settings#niche');
  screen.getByText('1 of 5 done');
  // With the trial the checklist goes.
  act(() => rememberUser(buildUser()));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull());
  expect(screen.queryByRole('link', { name: 'Getting started' })).toBeNull();
});

test('FB-01 FB-03 FB-04 FB-05 FB-06 FB-07 FB-08 SET-06 feedback of at least 5 characters is sent with category, rating and page', async () => {
  const server = openScreen('/settings', {
    answers: { 'POST /api/feedback': refusal(500, 'INTERNAL', 'x') },
  });
  const card = await region('Give Feedback');
  const message = card.getByRole('textbox', { name: 'Message' });
  fireEvent.change(message, { target: { value: 'four' } });
  await userEvent.click(send());
  await card.findByText('Please enter at least 5 characters.');
  expect(document.activeElement).toBe(message);
  expect(server.made('POST /api/feedback')).toEqual([]);
  fireEvent.change(message, { target: { value: 'Super' } });
  card.getByText('5 / 5000');
  await userEvent.click(card.getByRole('radio', { name: 'Bug' }));
  await userEvent.click(card.getByRole('radio', { name: '2 Fair' }));
  await userEvent.click(card.getByRole('button', { name: 'Clear' }));
  expect(card.getByRole('radio', { name: '2 Fair' })).toHaveProperty('checked', false);
  await userEvent.click(card.getByRole('radio', { name: '4 Great' }));
  await userEvent.click(send());
  await card.findByText('Failed to send feedback. Please try again.');
  server.answer({ 'POST /api/feedback': { message: 'Thank you for your feedback!' } });
  await userEvent.click(send());
  await expectToldOnce('Thank you for your feedback!', 'success');
  expect(server.made('POST /api/feedback').at(-1)?.body).toEqual({
    message: 'Super',
    category: 'bug',
    rating: 4,
    pagePath: '/settings',
  });
  expect(card.getByRole('textbox', { name: 'Message' })).toMatchObject({ value: '', maxLength: 5_000 });
  expect(card.getAllByRole('radio', { checked: true })).toEqual([
    card.getByRole('radio', { name: 'General' }),
  ]);
});

test('the calendar feed is created, renewed and turned off', async () => {
  const server = openScreen('/settings', {
    answers: { 'POST /api/posts/feed': { url: 'https://drumbeat.example/feed/secret.ics' } },
  });
  const card = await region('Calendar feed');
  await waitFor(() =>
    expect(card.getByRole('button', { name: 'Create address' })).toHaveProperty('disabled', false),
  );
  server.answer({
    'POST /api/posts/feed': { url: 'https://drumbeat.example/feed/secret.ics' },
    'GET /api/posts/feed': { isOn: true, since: '2020-11-21T09:00:00.000Z' },
  });
  await userEvent.click(await card.findByRole('button', { name: 'Create address' }));
  const address = await card.findByRole<HTMLInputElement>('textbox', { name: 'Feed address' });
  await card.findByText('On since 21 Nov 2020. Anyone with the address can read your scheduled posts.');
  expect(address.value).toBe('https://drumbeat.example/feed/secret.ics');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  await userEvent.click(card.getByRole('button', { name: 'Copy address' }));
  await expectToldOnce('Address copied.', 'success');
  expect(write).toHaveBeenCalledWith('https://drumbeat.example/feed/secret.ics');
  write.mockRestore();
  await userEvent.click(await card.findByRole('button', { name: 'New address' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/stops working at once/);
  expect(server.made('POST /api/posts/feed')).toHaveLength(1);
  server.answer({ 'POST /api/posts/feed': { url: 'https://drumbeat.example/feed/newer.ics' } });
  await userEvent.click(dialog.getByRole('button', { name: 'New address' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(card.getByRole('textbox', { name: 'Feed address' })).toHaveProperty(
      'value',
      'https://drumbeat.example/feed/newer.ics',
    ),
  );
  server.answer({
    'DELETE /api/posts/feed': { message: 'The calendar feed is off.' },
    'GET /api/posts/feed': { isOn: false, since: null },
  });
  await card.findByText(/^On since 21 Nov/);
  await userEvent.click(card.getByRole('button', { name: 'Turn off' }));
  const question = within(await screen.findByRole('dialog', { name: 'Turn off the calendar feed?' }));
  await userEvent.click(question.getByRole('button', { name: 'Turn off' }));
  await card.findByRole('button', { name: 'Create address' });
  expect(card.queryByRole('textbox', { name: 'Feed address' })).toBeNull();
});

test('another time zone asks whether planned posts keep their moments or clock times', async () => {
  const server = openScreen('/settings', {
    user: buildUser({ timeZone: 'Pacific/Auckland' }),
  });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Time zone' }));
  await userEvent.keyboard('Paris');
  await userEvent.click(await screen.findByRole('option', { name: /Europe\/Paris/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Show times in Paris?' }));
  expect(dialog.getByRole('radio', { name: /Keep the moments/ })).toHaveProperty('checked', true);
  await userEvent.click(dialog.getByRole('radio', { name: /Keep the clock times/ }));
  const change = () => userEvent.click(dialog.getByRole('button', { name: 'Change time zone' }));
  const moved = { ...buildUser({ timeZone: 'Europe/Paris' }), postsMoved: 1 };
  server.answer({ 'PATCH /api/user/preferences': refusal(409, 'STALE_VERSION', 'Posts are being moved.') });
  await change();
  await dialog.findByText('Posts are being moved.');
  server.answer({ 'PATCH /api/user/preferences': moved });
  await change();
  await expectToldOnce('Times are now in Paris. 1 post moved.', 'success');
  expect(server.made('PATCH /api/user/preferences').at(-1)?.body).toEqual({
    timeZone: 'Europe/Paris',
    posts: 'clock_times',
  });
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  expect(field).toHaveProperty('value', expect.stringMatching(/^Europe\/Paris \(GMT\+[12]\)$/));
});

test('the dashboard offers the zone of the device where it differs', async () => {
  // Two names of one zone are not another zone.
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const alias = device === 'Asia/Kathmandu' ? 'Asia/Katmandu' : 'Asia/Kathmandu';
  const server = openScreen('/dashboard', {
    user: buildUser({ timeZone: 'Pacific/Auckland' }),
    answers: {
      'PATCH /api/user/preferences': {
        ...buildUser({ timeZone: alias }),
        postsMoved: 0,
      },
    },
  });
  await screen.findByText(/^Times in Auckland \(GMT\+1[23]\)\./);
  await userEvent.click(screen.getByRole('button', { name: "Use this device's zone" }));
  await screen.findByRole('radio', { name: /Keep the moments/ });
  await expectReadAgain(server, ['GET /api/posts'], () =>
    userEvent.click(screen.getByRole('button', { name: 'Change time zone' })),
  );
  expect(server.made('PATCH /api/user/preferences').map(({ body }) => body)).toEqual([
    { timeZone: device, posts: 'moments' },
  ]);
  await screen.findByText(/^Times are now in [^.]+\.$/);
  await waitFor(() => expect(screen.queryByText(/^Times in /)).toBeNull());
});

const root = document.documentElement;

const background = (): string => getComputedStyle(document.body).backgroundColor;

test('a chosen theme is applied at once, and before the next page is drawn', async () => {
  openScreen('/settings');
  const card = await region('Appearance');
  expect(card.getByRole('radio', { name: 'Same as device' })).toHaveProperty('checked', true);
  const light = background();
  await userEvent.click(card.getByRole('radio', { name: 'Dark' }));
  expect(getComputedStyle(root).colorScheme).toBe('dark');
  expect(background()).not.toBe(light);
  await waitFor(() => expect(root.dataset.mantineColorScheme).toBe('dark'));
  delete root.dataset.theme;
  // The script in the HTML.
  await import('../../app/documents/head.ts');
  expect(root.dataset.theme).toBe('dark');
  await userEvent.click(card.getByRole('radio', { name: 'Light' }));
  expect(background()).toBe(light);
  await userEvent.click(card.getByRole('radio', { name: 'Same as device' }));
  expect(root.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('theme')).toBeNull();
});

const SAVE = 'PATCH /api/user';

const REQUEST = 'POST /api/niches/request';

const FAILED = 'Failed to submit niche request. Please try again.';

const lost = new Response('', { status: 502 });

const card = async () => within(await screen.findByRole('region', { name: 'Niche' }));

test('SHELL-12 USER-16 NICHE-13 NICHE-14 NICHE-15 NICHE-18 NICHE-24 a changed niche is saved and shown on the dashboard', async () => {
  const answer = held<Response>();
  const server = openScreen('/settings', {
    answers: {
      [SAVE]: () => answer.promise,
      'GET /api/niches/search': { results: [{ id: '1', name: 'Travel', parent_id: null }] },
    },
  });
  const niche = await card();
  const save = niche.getByRole('button', { name: 'Save niche' });
  expect(save).toHaveProperty('disabled', true);
  expect(server.made('GET /api/niches/popular')).toEqual([]);
  fireEvent.change(niche.getByRole('searchbox'), { target: { value: 'trav' } });
  await userEvent.click(await niche.findByRole('radio', { name: 'Travel' }));
  await userEvent.dblClick(save);
  expect(save.ariaBusy).toBe('true');
  expect(server.made(SAVE)).toMatchObject([{ body: { niche: 'Travel' } }]);
  answer.give(lost);
  await expectToldOnce('Failed to update niche', 'error');
  const saved = buildUser({ niche: 'Travel', nicheUpdatePeriodEnd: '2033-11-28T12:00:00.000Z' });
  const accounts = [buildAccount({ niche: 'Travel' })];
  server.answer({ [SAVE]: saved, 'GET /api/user': saved, 'GET /api/twitter/accounts': { accounts } });
  await userEvent.click(await niche.findByRole('button', { name: 'Save niche' }));
  await screen.findByText(/^Niche updated\. \d+ niche changes left until /);
  await waitFor(() =>
    expect(niche.getByRole('button', { name: 'Save niche' })).toHaveProperty('disabled', true),
  );
  await server.router.navigate('/dashboard');
  await screen.findByText(/^Posts about Travel/);
});

test('NICHE-10 NICHE-19 NICHE-21 NICHE-24 SET-05 a missing niche can be requested', async () => {
  const known = 'Gaming is already in the list. You can choose it above.';
  const server = openScreen('/settings', {
    answers: {
      'GET /api/niches/search': { results: [] },
      [REQUEST]: refusal(400, 'VALIDATION_FAILED', known),
    },
  });
  fireEvent.change((await card()).getByRole('searchbox'), { target: { value: 'urban foraging' } });
  await screen.findByText('No matches. You can request a new niche below.');
  await userEvent.click(screen.getByRole('button', { name: 'Request a new niche' }));
  const form = within(await screen.findByRole('dialog', { name: 'Request a new niche' }));
  const send = () => userEvent.click(form.getByRole('button', { name: 'Send request' }));
  const says = (words: string) => waitFor(() => expect(form.getByRole('alert').textContent).toContain(words));
  const name = form.getByLabelText('Name of the niche');
  await userEvent.type(name, ' ');
  await send();
  await form.findByText('Please name the niche.');
  expect(server.made(REQUEST)).toEqual([]);
  await userEvent.type(name, '{Backspace}gaming');
  await send();
  await says(known);
  fireEvent.change(name, { target: { value: 'Urban Foraging' } });
  server.answer({ [REQUEST]: lost });
  await send();
  await says(FAILED);
  const notes = form.getByLabelText('What is it about? (optional)');
  fireEvent.change(notes, { target: { value: 'Weeds.' } });
  const thanks = "Thank you! We'll review “Urban Foraging” and add it if it fits.";
  server.answer({ [REQUEST]: { message: thanks } });
  await send();
  await expectToldOnce(thanks, 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made(REQUEST).at(-1)?.body).toEqual({ name: 'Urban Foraging', notes: 'Weeds.' });
});

test('SET-04 the accounts are listed with the room in the plan', async () => {
  const user = buildUser({ timeZone: 'Pacific/Auckland' });
  user.entitlements.accountLimit = 3;
  const accounts = [
    // 10:00 of a day in summer there.
    buildAccount({ limited_until: '2099-01-04T21:00:00.000Z' }),
    buildAccount({ id: '2', username: 'grace', needs_reconnect: true, selected: false }),
    buildAccount({ id: '3', username: 'zoe', is_active: false, selected: false }),
  ];
  const server = openScreen('/settings', {
    user,
    answers: {
      'GET /api/twitter/accounts': { accounts: accounts.slice(0, 2) },
      'POST /api/oauth/x/disconnect': { message: 'ok' },
    },
  });
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  onTestFinished(() => confirm.mockRestore());
  const card = await region('Connected Accounts');
  await card.findByText('2 of 3 in your plan');
  const rows = () => card.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    'A@adaX limits it until 10:00Disconnect',
    expect.stringMatching(/^G@grace.*ReconnectDisconnect$/),
  ]);
  card.getByRole('button', { name: 'Add X account' });
  await userEvent.click(card.getByRole('button', { name: 'Reconnect' }));
  await screen.findByText(/make sure you are signed in as @grace/);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The limit of X is over by now.
  accounts[0] = buildAccount({ limited_until: '2020-01-04T21:00:00.000Z' });
  server.answer({ 'GET /api/twitter/accounts': { accounts } });
  await userEvent.click(card.getByRole('button', { name: 'Disconnect @grace' }));
  await card.findByText('3 of 3 in your plan');
  expect(server.made('POST /api/oauth/x/disconnect').map(({ body }) => body)).toEqual([
    { twitterAccountId: '2' },
  ]);
  expect(card.queryByRole('button', { name: 'Add X account' })).toBeNull();
  expect(rows()[0]).toBe('A@adaConnectedDisconnect');
  expect(rows()[2]).toBe('Z@zoeSwitched offDisconnect');
});
