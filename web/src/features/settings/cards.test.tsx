import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient, rememberUser } from '../../api/query.ts';
import { buildInvoice, buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildTrialUser, buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { applyTheme } from '../../ui/theme/theme-choice.ts';

afterEach(() => {
  applyTheme('system');
  onlineManager.setOnline(true);
});

const region = (name: string) => screen.findByRole('region', { name }).then((card) => within(card));
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Send feedback|Sending…)$/ });

/** Of the day before where the person is, and nowhere else. */
const at = '2026-11-20T05:00:00.000Z';
const device = {
  current: false,
  device: 'Firefox on Linux',
  ip: '203.0.113.9',
  createdAt: '2026-10-02T05:00:00.000Z',
  lastSeenAt: at,
};

test('SET-01 SET-02 SET-15 the settings have every card, the checklist in trial only', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00.000Z'), toFake: ['Date'] });
  openScreen('/settings', {
    user: buildTrialUser({
      timeZone: 'Pacific/Honolulu',
      nicheUpdatePeriodEnd: '2026-12-11T09:00:00.000Z',
    }),
    answers: {
      'GET /api/subscription': buildSubscription({
        nextCharge: { at: '2026-12-11T09:00:00.000Z', amount: 1500, currency: 'usd' },
        returns: [{ id: 're_1', kind: 'refunded', amount: 700, currency: 'usd', at }],
      }),
      'GET /api/billing/history': {
        invoices: [
          buildInvoice({ status: 'open' }),
          buildInvoice({ id: 'in_2', status: 'void', date: '2026-09-28T09:00:00.000Z' }),
          buildInvoice({ id: 'in_3', status: 'uncollectible', description: 'Pro' }),
        ],
        hasMore: true,
      },
      'GET /api/auth/sessions': {
        sessions: [
          { ...device, id: 's-2' },
          { ...device, id: 's-1', current: true, ip: null, device: null },
          { ...device, id: 's-3', view: { endsAt: '2026-11-21T09:30:00.000Z' } },
        ],
      },
      'GET /api/posts/feed': { isOn: true, since: at },
    },
  });
  await expectWords(
    await screen.findByRole('main'),
    `
    # Settings
    (On this page)
    Getting started → #checklist
    Profile → #profile
    Security → #security
    Connected Accounts → #accounts
    Niche → #niche
    Voice → #voice
    Facts → #facts
    Appearance → #appearance
    Calendar feed → #calendar-feed
    Give Feedback → #feedback
    Notifications → #notifications
    Subscription → #subscription
    Your data → #data
    ## Getting started
    3 of 5 done
    Verify your email
    (done)
    Connect your X account
    (done)
    Set your niche
    (done)
    Schedule your first posts → /dashboard
    Choose a plan for after the trial → /products
    ## Profile
    Email
    [ada@example.com]
    Verified.
    Time zone
    [Pacific/Honolulu (GMT-10)]
    Your posts are planned and shown in this zone.
    ### Password
    Changing it signs you out everywhere else.
    Change password
    ## Security
    [ ]
    Two-factor authentication
    Off. Ask for a code from an authenticator app when you sign in.
    ### Signed-in sessions
    Don't recognise a session? Sign it out and change your password.
    (Signed-in sessions)
    Unknown device
    This session
    Last used yesterday 19:00
    Firefox on Linux
    203.0.113.9 · Last used yesterday 19:00
    (Sign out Firefox on Linux) Sign out
    Drumbeat support, read-only
    203.0.113.9 · Until today 23:30
    (End the view by Drumbeat support) End
    Sign out all others
    ## Connected Account
    (Connected Account)
    @ada
    Connected
    (Disconnect @ada) Disconnect
    ## Niche
    Posts are about: Gaming
    What your posts are about, for the selected X account. Posts that are already planned stay as they are.
    (Search niches) [Search niches…]
    (Suggested niches)
    [x] Gaming
    Request a new niche
    3 niche changes left until Thu 10 Dec.
    Save niche (disabled)
    ## Voice
    How your posts sound: tone, language, words to avoid, and posts of your own to learn from.
    Edit voice → /voice
    ## Facts
    Products, prices, dates, opinions and stories that posts may use. Without them, posts have no numbers.
    Manage facts → /settings/facts
    ## Appearance
    Kept on this device.
    Theme
    [x] Same as device
    [ ] Light
    [ ] Dark
    ## Calendar feed
    On since 19 Nov. Anyone with the address can read your scheduled posts.
    New address
    Turn off
    ## Give Feedback
    Tell us what works, what is missing and what gets in your way.
    What is it about?
    [x] General
    [ ] Feature
    [ ] Bug
    [ ] Other
    Message
    []
    0 / 5000
    How do you like Drumbeat? (optional)
    [ ] 1 Poor
    [ ] 2 Fair
    [ ] 3 Good
    [ ] 4 Great
    [ ] 5 Love it
    Send feedback
    ## Notifications
    [x]
    Weekly summary by email
    On Monday mornings: what went out last week and what is to come.
    [ ]
    Tips and product news by email
    Occasional. Emails about your account and failed posts are always sent.
    ## Subscription
    Pro $15.00 a month
    Renews on 10 Dec for $15.00
    Change Plan → /products
    $7.00 was refunded on 19 Nov. Your bank may take 10 days to show it. Your plan is unchanged.
    Visa ending in 4242, expires 12/2034
    Update payment method
    You can cancel at any time. Posts go out until the end of the time you paid for.
    Cancel subscription
    ### Billing history
    Date
    Description
    Amount
    Status
    (Invoice)
    27 Oct
    Pro, 28 Oct to 28 Nov
    $15.00
    Due
    (Pay invoice: Pro, 28 Oct to 28 Nov, 27 Oct) Pay invoice → https://invoice.example/in_1 (Download PDF: Pro, 28 Oct to 28 Nov, 27 Oct) Download PDF
    27 Sept
    Pro, 28 Oct to 28 Nov
    $15.00
    Void
    (Download PDF: Pro, 28 Oct to 28 Nov, 27 Sept) Download PDF
    27 Oct
    Pro
    $15.00
    Not paid
    (Download PDF: Pro, 27 Oct) Download PDF
    (Pages of the billing history)
    Page 1
    Previous (disabled)
    Next
    ## Your data
    ### Download
    Everything we keep about you, as a JSON file.
    Download my data
    ### Delete
    Deletes your posts, disconnects X and ends your plan at once. This cannot be undone.
    Delete account
  `,
  );
  expect(document.title).toBe('Settings · Drumbeat');
  const index = within(screen.getByRole('navigation', { name: 'On this page' }));
  expect(index.getAllByRole('link')[0]?.getAttribute('aria-current')).toBe('location');
});

test('SET-02 SET-15 a step that is for a card of this page leads to it; a paying person sees none', async () => {
  openScreen('/settings', {
    user: buildTrialUser({ niche: '' }),
    answers: { 'GET /api/twitter/accounts': { accounts: [] } },
  });
  const card = await region('Getting started');
  const leadsTo = (name: string) => card.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('Connect your X account')).toBe('/settings#accounts');
  expect(leadsTo('Set your niche')).toBe('/settings#niche');
  card.getByText('1 of 5 done');
  const drawn = (await card.findAllByRole('listitem')).map((step) => [
    step.dataset.done,
    step.querySelector('svg')?.classList.contains('lucide-circle-check'),
  ]);
  expect(drawn).toEqual([['true', true], ...Array(4).fill(['false', false])]);
  // With the trial it goes, from the index as well.
  act(() => rememberUser(buildUser()));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull());
  expect(screen.queryByRole('link', { name: 'Getting started' })).toBeNull();
});

test('SET-03 the email is read-only, and says whether it is verified', async () => {
  openScreen('/settings');
  const email = await screen.findByRole('textbox', { name: 'Email' });
  expect(email).toHaveProperty('readOnly', true);
  screen.getByText('Verified.');
});

test('FB-01 FB-03 FB-05 FB-06 FB-07 FB-08 SET-06 feedback is sent with category, rating and page, and thanked for', async () => {
  const answer = held<{ message: string }>();
  const server = openScreen('/settings', { answers: { 'POST /api/feedback': () => answer.promise } });
  const card = await region('Give Feedback');
  // No shorter than it must be.
  await userEvent.type(card.getByRole('textbox', { name: 'Message' }), 'Super');
  card.getByText('5 / 5000');
  await userEvent.click(card.getByRole('radio', { name: 'Bug' }));
  // A rating that was given is taken back; without one there is nothing to take.
  const clear = { name: 'Clear' };
  expect(card.queryByRole('button', clear)).toBeNull();
  await userEvent.click(card.getByRole('radio', { name: '2 Fair' }));
  await userEvent.click(card.getByRole('button', clear));
  expect(card.getByRole('radio', { name: '2 Fair' })).toHaveProperty('checked', false);
  await userEvent.click(card.getByRole('radio', { name: '4 Great' }));
  await userEvent.click(send());
  await waitFor(() => expect(server.made('POST /api/feedback')).toHaveLength(1));
  // As Enter does.
  fireEvent.submit(send().form as HTMLFormElement);
  answer.give({ message: 'Thank you for your feedback!' });
  await expectToldOnce('Thank you for your feedback!', 'success');
  expect(server.made('POST /api/feedback')).toMatchObject([
    { body: { message: 'Super', category: 'bug', rating: 4, pagePath: '/settings' } },
  ]);
  expect(card.getByRole('textbox', { name: 'Message' })).toMatchObject({ value: '', maxLength: 5_000 });
  expect(card.getAllByRole('radio', { checked: true })).toEqual([
    card.getByRole('radio', { name: 'General' }),
  ]);
});

test('FB-04 a message that is too short is said beside the field, and not sent', async () => {
  const server = openScreen('/settings');
  const card = await region('Give Feedback');
  await userEvent.click(send());
  await card.findByText('Please enter at least 5 characters.');
  await userEvent.type(card.getByRole('textbox', { name: 'Message' }), 'four');
  expect(card.queryByText('Please enter at least 5 characters.')).toBeNull();
  await userEvent.click(send());
  await card.findByText('Please enter at least 5 characters.');
  expect(document.activeElement).toBe(card.getByRole('textbox', { name: 'Message' }));
  await userEvent.type(card.getByRole('textbox', { name: 'Message' }), ' ');
  expect(card.queryByText('Please enter at least 5 characters.')).toBeNull();
  await userEvent.click(send());
  // Spaces around it do not count.
  await card.findByText('Please enter at least 5 characters.');
  expect(server.made('POST /api/feedback')).toEqual([]);
  // Who leaves the field is told as well, but not where there is nothing in it.
  await userEvent.clear(card.getByRole('textbox', { name: 'Message' }));
  await userEvent.type(card.getByRole('textbox', { name: 'Message' }), 'four');
  await userEvent.tab();
  await card.findByText('Please enter at least 5 characters.');
  await userEvent.clear(card.getByRole('textbox', { name: 'Message' }));
  await userEvent.tab();
  expect(card.queryByText('Please enter at least 5 characters.')).toBeNull();
});

test('FB-08 feedback that could not be sent says so, and keeps the words', async () => {
  const server = openScreen('/settings', {
    answers: { 'POST /api/feedback': refusal(500, 'INTERNAL', 'Disk full') },
  });
  const card = await region('Give Feedback');
  await userEvent.type(card.getByRole('textbox', { name: 'Message' }), 'Lovely');
  await userEvent.click(send());
  await card.findByText('Failed to send feedback. Please try again.');
  server.answer({
    'POST /api/feedback': refusal(429, 'RATE_LIMIT_EXCEEDED', 'Thank you, that is enough for today.'),
  });
  await userEvent.click(send());
  await card.findByText('Thank you, that is enough for today.');
  server.answer({ 'POST /api/feedback': refusal(400, 'VALIDATION_FAILED', 'That is no feedback.') });
  await userEvent.click(send());
  await card.findByText('That is no feedback.');
  expect(server.made('POST /api/feedback').at(-1)?.body).toEqual({
    message: 'Lovely',
    category: 'general',
    rating: null,
    pagePath: '/settings',
  });
  await userEvent.click(card.getByRole('radio', { name: 'Other' }));
  await userEvent.click(card.getByRole('radio', { name: '5 Love it' }));
  // All of it is there again for who comes back.
  await server.router.navigate('/terms');
  await screen.findByRole('heading', { name: 'Terms of Service' });
  await server.router.navigate('/settings');
  const again = await region('Give Feedback');
  expect(again.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Lovely');
  expect(again.getAllByRole('radio', { checked: true })).toEqual([
    again.getByRole('radio', { name: 'Other' }),
    again.getByRole('radio', { name: '5 Love it' }),
  ]);
  expect(Object.keys(localStorage).some((key) => key.includes('feedback'))).toBe(true);
});

test('the address of the calendar feed is shown once it is made, and asked about before it is renewed', async () => {
  const server = openScreen('/settings', {
    answers: { 'POST /api/posts/feed': { url: 'https://drumbeat.example/feed/secret.ics' } },
  });
  const card = await region('Calendar feed');
  card.getByText(
    'See your scheduled posts in Google Calendar, Apple Calendar or Outlook. The address is private to you.',
  );
  await waitFor(() =>
    expect(card.getByRole('button', { name: 'Create address' })).toHaveProperty('disabled', false),
  );
  server.answer({ 'POST /api/posts/feed': refusal(403, 'FORBIDDEN', 'Not just now.') });
  await userEvent.click(card.getByRole('button', { name: 'Create address' }));
  await expectToldOnce('Not just now.', 'error');
  server.answer({
    'POST /api/posts/feed': { url: 'https://drumbeat.example/feed/secret.ics' },
    'GET /api/posts/feed': { isOn: true, since: '2020-11-21T09:00:00.000Z' },
  });
  await userEvent.click(await card.findByRole('button', { name: 'Create address' }));
  const address = await card.findByRole<HTMLInputElement>('textbox', { name: 'Feed address' });
  await card.findByText('On since 21 Nov 2020. Anyone with the address can read your scheduled posts.');
  card.getByText("Copy it now: it won't be shown again. In your calendar app, add a calendar by URL.");
  expect(address.value).toBe('https://drumbeat.example/feed/secret.ics');
  address.focus();
  expect([address.selectionStart, address.selectionEnd]).toEqual([0, address.value.length]);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  await userEvent.click(card.getByRole('button', { name: 'Copy address' }));
  await expectToldOnce('Address copied.', 'success');
  expect(write).toHaveBeenCalledWith('https://drumbeat.example/feed/secret.ics');
  write.mockRejectedValueOnce(new Error('x'));
  await userEvent.click(card.getByRole('button', { name: 'Copy address' }));
  await expectToldOnce('Your browser refused. Select the address and copy it.', 'error');
  write.mockRestore();
  await userEvent.click(await card.findByRole('button', { name: 'New address' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/stops working at once/);
  expect(server.made('POST /api/posts/feed')).toHaveLength(2);
  server.answer({ 'POST /api/posts/feed': { url: 'https://drumbeat.example/feed/newer.ics' } });
  await userEvent.click(dialog.getByRole('button', { name: 'New address' }));
  await waitFor(() => expect(server.made('POST /api/posts/feed')).toHaveLength(3));
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
  server.answer({ 'DELETE /api/posts/feed': new Response(null, { status: 500 }) });
  await userEvent.click(question.getByRole('button', { name: 'Turn off' }));
  await expectToldOnce('The calendar feed could not be changed. Please try again.', 'error');
  server.answer({ 'DELETE /api/posts/feed': { message: 'The calendar feed is off.' } });
  await userEvent.click(question.getByRole('button', { name: 'Turn off' }));
  await card.findByRole('button', { name: 'Create address' });
  expect(card.queryByRole('textbox', { name: 'Feed address' })).toBeNull();
});

test('another time zone asks what becomes of planned posts, and keeps the moments unless told otherwise', async () => {
  const server = openScreen('/settings', {
    user: buildUser({ timeZone: 'Pacific/Auckland' }),
  });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Time zone' }));
  await userEvent.keyboard('Paris');
  await userEvent.click(await screen.findByRole('option', { name: /Europe\/Paris/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Show times in Paris?' }));
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Show times in Paris?
    (Close)
    What happens to your planned posts?
    [x]
    Keep the moments
    Each post goes out when it would have. Only the clock time you see changes.
    [ ]
    Keep the clock times
    A post planned for 09:00 goes out at 09:00 in Paris. If that time has passed, it moves to your next free time.
    Cancel
    Change time zone
  `,
  );
  await userEvent.click(dialog.getByRole('radio', { name: /Keep the clock times/ }));
  const change = () => userEvent.click(dialog.getByRole('button', { name: 'Change time zone' }));
  const moved = { ...buildUser({ timeZone: 'Europe/Paris' }), postsMoved: 1 };
  server.answer({ 'PATCH /api/user/preferences': new Response(null, { status: 500 }) });
  await change();
  await dialog.findByText('Failed to change the time zone. Please try again.');
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
  expect(screen.queryByRole('dialog')).toBeNull();
  // The zone that one has is none to change to.
  await userEvent.clear(field);
  await userEvent.type(field, 'Paris');
  await userEvent.click(await screen.findByRole('option', { name: /Europe\/Paris/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(field);
  await userEvent.keyboard('Atlantis');
  await screen.findByText('No such zone');
});

test('where the device is in another zone, a line above the posts says so and offers it', async () => {
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

/** Waits until the dialog says that it waits for the connection, cancels, and connects again. */
async function cancelOffline(dialog: ReturnType<typeof within>): Promise<void> {
  await dialog.findByRole('button', { name: 'Waiting for connection' });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(queryClient.isMutating()).toBe(0);
  act(() => onlineManager.setOnline(true));
}

test('offline a change of zone waits, says so, and is never sent once it is cancelled', async () => {
  // A zone that the browser knows by another name is not lost from the list.
  const isListed = Intl.supportedValuesOf('timeZone').includes('Asia/Kolkata');
  const own = isListed ? 'Asia/Calcutta' : 'Asia/Kolkata';
  const server = openScreen('/settings', { user: buildUser({ timeZone: own }) });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Time zone' }));
  await userEvent.keyboard(own.slice('Asia/'.length));
  await screen.findByRole('option', { name: `${own} (GMT+5:30)`, selected: true });
  await userEvent.keyboard('{Control>}a{/Control}Paris');
  await userEvent.click(await screen.findByRole('option', { name: /Europe\/Paris/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Show times in Paris?' }));
  act(() => onlineManager.setOnline(false));
  await userEvent.click(dialog.getByRole('button', { name: 'Change time zone' }));
  await cancelOffline(dialog);
  expect(server.made('PATCH /api/user/preferences')).toEqual([]);
  // The zone is what it was.
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  expect(field).toHaveProperty('value', `${own} (GMT+5:30)`);
});

test('offline the calendar feed waits to be turned off, says so, and stays once that is cancelled', async () => {
  const server = openScreen('/settings', {
    answers: {
      'GET /api/posts/feed': { isOn: true, since: '2026-11-21T09:00:00.000Z' },
      'POST /api/posts/feed': { url: 'https://drumbeat.example/feed/secret.ics' },
      'DELETE /api/posts/feed': { message: 'The calendar feed is off.' },
    },
  });
  const card = await region('Calendar feed');
  const renew = async () => {
    await userEvent.click(await card.findByRole('button', { name: 'New address' }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'New address' }));
    return question;
  };
  act(() => onlineManager.setOnline(false));
  await cancelOffline(await renew());
  expect(server.made('POST /api/posts/feed')).toEqual([]);
  await renew();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  card.getByRole('textbox', { name: 'Feed address' });
  const turnOff = await card.findByRole('button', { name: 'Turn off' });
  await userEvent.click(turnOff);
  let dialog = within(await screen.findByRole('dialog'));
  act(() => onlineManager.setOnline(false));
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  await cancelOffline(dialog);
  expect(server.made('DELETE /api/posts/feed')).toEqual([]);
  // It is shown once: nothing else brings it back.
  card.getByRole('textbox', { name: 'Feed address' });
  await userEvent.click(turnOff);
  dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  await expectToldOnce('The calendar feed is off.', 'success');
  expect(server.made('DELETE /api/posts/feed')).toHaveLength(1);
});

const root = document.documentElement;
const background = (): string => getComputedStyle(document.body).backgroundColor;

test('a theme that is chosen is drawn at once, also by the controls, and is there before the next page is drawn', async () => {
  openScreen('/settings');
  const card = await region('Appearance');
  expect(card.getByRole('radio', { name: 'Same as device' })).toHaveProperty('checked', true);
  // The bars of the browser itself.
  const bars = ['light', 'dark'].map((of) =>
    Object.assign(document.createElement('meta'), {
      name: 'theme-color',
      media: `(prefers-color-scheme: ${of})`,
    }),
  );
  document.head.append(...bars);
  onTestFinished(() => bars.forEach((bar) => void bar.remove()));
  const barsFor = () => bars.map(({ media }) => media);
  const light = background();
  await userEvent.click(card.getByRole('radio', { name: 'Dark' }));
  expect(barsFor()).toEqual(['not all', 'all']);
  expect(getComputedStyle(root).colorScheme).toBe('dark');
  expect(background()).not.toBe(light);
  await waitFor(() => expect(root.dataset.mantineColorScheme).toBe('dark'));
  delete root.dataset.theme;
  // What the page's HTML runs before anything is drawn.
  await import('../../app/documents/head.ts');
  expect(root.dataset.theme).toBe('dark');
  await userEvent.click(card.getByRole('radio', { name: 'Light' }));
  expect(background()).toBe(light);
  expect(barsFor()).toEqual(['all', 'not all']);
  await userEvent.click(card.getByRole('radio', { name: 'Same as device' }));
  expect(barsFor()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  expect(root.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('theme')).toBeNull();
});

test('a theme that is chosen in another tab is drawn in this one', async () => {
  openScreen('/settings');
  const card = await region('Appearance');
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  await waitFor(() => expect(card.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true));
  // The other tab dropped all that is kept on this device.
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await waitFor(() =>
    expect(card.getByRole('radio', { name: 'Same as device' })).toHaveProperty('checked', true),
  );
});
