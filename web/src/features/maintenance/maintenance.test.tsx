import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import { focusManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held } from '../../testing/fake-server.ts';
import { factsIn, isDangerous, openRow, rowsIn } from '../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { recheckMaintenance } from './maintenance.query.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const planned: MaintenanceWindow = {
  id: '1',
  starts_at: inHours(30),
  ends_at: null,
  message: null,
  holds_publishing: true,
  canceled_at: null,
};
const past = { starts_at: '2026-01-02T03:04:00.000Z', ends_at: '2026-01-02T11:06:00.000Z' };
const over = { ...planned, ...past, id: '2', holds_publishing: false };
const canceled = {
  ...planned,
  id: '3',
  starts_at: past.starts_at,
  message: 'New disks.',
  canceled_at: past.ends_at,
};
const begun = { ...planned, id: '4', starts_at: inHours(-1), ends_at: inHours(1) };
const [list, status] = ['GET /api/maintenance/list', 'GET /api/maintenance/status'] as const;
const open = (answers: Answers = {}, path = '/admin?open=maintenance') =>
  openScreen(path, {
    user: buildUser({ roles: ['ops'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['ops'] },
      [list]: { windows: [planned, over, canceled, begun], nextPage: 2 },
      ...answers,
    },
  });
const buttonsOf = (row: string | undefined) =>
  within(screen.getByText(row ?? '', { selector: 'td *' }).closest('tr') as HTMLElement);

test('MNT-21 MNT-22 each window says its state and what becomes of posts; what is over cannot be cancelled', async () => {
  const server = open();
  expect(await rowsIn('Maintenance windows')).toEqual([
    { State: 'Planned', Time: expect.anything(), Posts: 'Held', Message: 'Default message' },
    {
      State: 'Over',
      // Where this member of staff is.
      Time: expect.stringMatching(/1 Jan .*17:04 – .*2 Jan .*01:06$/),
      Posts: 'Go out',
      Message: 'Default message',
    },
    { State: 'Canceled', Time: expect.anything(), Posts: 'Held', Message: 'New disks.' },
    { State: 'Active', Time: expect.anything(), Posts: 'Held', Message: 'Default message' },
  ]);
  const mayCancel = (state: string) => buttonsOf(state).queryByText('Cancel') !== null;
  expect(['Planned', 'Over', 'Canceled', 'Active'].map(mayCancel)).toEqual([true, false, false, true]);

  await userEvent.click(screen.getByText('Canceled', { selector: 'button' }));
  let panel = await screen.findByRole('dialog', { name: 'Maintenance window 3' });
  expect(factsIn(panel)).toEqual({
    State: 'Canceled',
    Starts: expect.stringMatching(/1 Jan .*17:04$/),
    Ends: 'When it is canceled',
    Canceled: expect.stringMatching(/2 Jan .*01:06$/),
    Posts: 'Held, then moved to free times',
    Message: 'New disks.',
  });
  expect(within(panel).queryByText('Cancel this window')).toBeNull();
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(panel.isConnected).toBe(false));

  await userEvent.click(screen.getByText('Active', { selector: 'button' }));
  panel = await screen.findByRole('dialog', { name: 'Maintenance window 4' });
  expect(openRow()).toBe('Active');
  expect(factsIn(panel)).toMatchObject({ Ends: expect.stringContaining(':'), Message: 'Default message' });
  server.answer({ 'POST /api/maintenance/cancel': { window: begun } });
  fireEvent.click(within(panel).getByText('Cancel this window'));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this maintenance?' });
  within(dialog).getByText(
    'Customers will no longer see it announced. If it has begun, they are let back in at once.',
  );
  const confirm = within(dialog).getByRole('button', { name: 'Cancel maintenance' });
  expect(isDangerous(confirm)).toBe(true);
  fireEvent.click(confirm);
  await within(dialog).findByText('Say why, in a few words.');
  expect(server.made('POST /api/maintenance/cancel')).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Done early.' } });
  await expectReadAgain(server, [list, status], async () => fireEvent.click(confirm));
  expect(server.made('POST /api/maintenance/cancel')).toMatchObject([
    { body: { id: '4', reason: 'Done early.' } },
  ]);
});

test('MNT-25 MNT-26 MNT-30 a window has a start, an end after it, a message and posts that wait or not', async () => {
  const server = open({ 'POST /api/maintenance/schedule': { window: planned } });
  const form = await screen.findByRole('form', { name: 'Schedule maintenance' });
  const field = (label: string) => within(form).getByLabelText<HTMLInputElement>(label);
  const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const helpOf = (label: string) =>
    document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
      ?.textContent;
  expect(['Starts', 'Ends (optional)', 'Message (optional)'].map(helpOf)).toEqual([
    `In ${zone}`,
    'Without an end, it lasts until you cancel it.',
    'Shown to customers instead of the default message.',
  ]);
  within(form).getByText(
    "Posts that come due then move to each account's next free times. Otherwise, they go out as planned.",
  );
  expect(field('Message (optional)').maxLength).toBe(500);
  expect([field('Starts').type, field('Ends (optional)').type]).toEqual(['datetime-local', 'datetime-local']);
  const schedule = within(form).getByRole('button', { name: 'Schedule' });
  fireEvent.click(schedule);
  await within(form).findByText('Choose when it starts.');
  fill('Starts', '2099-01-02T03:04');
  fill('Ends (optional)', '2099-01-02T03:04');
  await within(form).findByText('The end must be after the start.');
  fill('Ends (optional)', '2099-01-02T05:04');
  fill('Message (optional)', 'New disks.');
  expect(server.made('POST /api/maintenance/schedule')).toEqual([]);
  fireEvent.click(within(form).getByLabelText('Hold posts during the window'));
  await expectReadAgain(server, [list, status], async () => {
    fireEvent.click(schedule);
    // Enter in a field, while it is being sent.
    fireEvent.submit(form);
  });
  expect(server.made('POST /api/maintenance/schedule').map(({ body }) => body)).toEqual([
    {
      startsAt: new Date('2099-01-02T03:04').toISOString(),
      endsAt: new Date('2099-01-02T05:04').toISOString(),
      message: 'New disks.',
      holdsPublishing: true,
    },
  ]);
  await expectToldOnce('Maintenance scheduled.', 'success');
  const labels = ['Starts', 'Ends (optional)', 'Message (optional)'];
  expect(labels.map((label) => field(label).value)).toEqual(['', '', '']);
  expect(field('Hold posts during the window').checked).toBe(false);
  // The empty form is not called wrong before it is sent.
  expect(within(form).queryByText('Choose when it starts.')).toBeNull();
});

test('MNT-27 windows stand on pages; until the next is here the one before stays, and an empty one leads back', async () => {
  const next = held<{ windows: MaintenanceWindow[]; nextPage: null }>();
  const server = open();
  await screen.findByText('New disks.');
  const sizes = screen.getByLabelText('How many windows a page');
  expect([...sizes.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    '10 a page',
    '25 a page',
    '50 a page',
    '100 a page',
  ]);
  server.answer({ [list]: () => next.promise });
  await userEvent.click(screen.getByText('Next'));
  await waitFor(() =>
    expect(server.made(list).map(({ query }) => query)).toEqual([
      { page: '1', limit: '25' },
      { page: '2', limit: '25' },
    ]),
  );
  screen.getByText('New disks.');
  next.give({ windows: [], nextPage: null });
  await screen.findByText('No maintenance has been planned yet.');
  expect(screen.getByText('Next').closest('button')).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByText('Previous'));
  await screen.findByText('New disks.');
  expect(server.router.state.location.search).toBe('?open=maintenance');
});

test('a window opens beside the list, and neither that nor its end leaves the page', async () => {
  const server = open({}, '/admin?open=maintenance&maintenance.page=2');
  const search = () => server.router.state.location.search;
  await userEvent.click(await screen.findByRole('button', { name: 'Canceled' }));
  await screen.findByRole('dialog');
  expect(openRow()).toBe('Canceled');
  expect(search()).toBe('?open=maintenance&maintenance.page=2&maintenance.window=3');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(search()).toBe('?open=maintenance&maintenance.page=2'));
});

test.each<[window: Partial<MaintenanceWindow>, told: RegExp | null]>([
  [{}, /^Maintenance starts .+\. Scheduled posts wait, and move to the next free times\.$/],
  [
    { message: 'New disks.', holds_publishing: false },
    /^Maintenance starts .+\. New disks\. Scheduled posts still go out\.$/,
  ],
  [{ canceled_at: inHours(-1) }, null],
  [{ starts_at: inHours(-1) }, null],
])('SHELL-09 MNT-23 a window that is to come is announced, and no other: %o', async (given, told) => {
  const window = { ...planned, ...given };
  openScreen('/settings', { answers: { [status]: { active: false, isAdmin: false, window } } });
  await screen.findByRole('heading', { name: 'Settings' });
  const banner = screen.queryByText(/^Maintenance starts/)?.parentElement;
  if (told === null) {
    expect(banner).toBeUndefined();
    return;
  }
  expect(banner?.textContent?.replace(/\s+/g, ' ').trim()).toMatch(told);
  const time = banner?.querySelector('time');
  expect(time?.dateTime).toBe(planned.starts_at);
  expect(time?.title).toContain(String(new Date(planned.starts_at).getFullYear()));
});

test('MNT-02 MNT-03 MNT-04 MNT-05 the notice says until when, what becomes of posts, and that it lets people in', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const window = { ...begun, ends_at: '2033-11-28T22:00:00.000Z' };
  const server = openScreen('/maintenance', {
    user: null,
    answers: { [status]: { active: true, isAdmin: false, window } },
  });
  await screen.findByText('Scheduled posts wait, and move to the next free times.');
  screen.getByText('We are performing scheduled maintenance. Please check back soon.');
  screen.getByText('This page checks every 30 seconds and will let you back in.');
  const end = screen.getByText(/^Estimated completion:/).querySelector('time');
  expect(end?.textContent).toMatch(/2[89] Nov 2033/);
  expect(end).toMatchObject({
    dateTime: '2033-11-28T22:00:00.000Z',
    title: expect.stringMatching(/2[89] November 2033/),
  });
  screen.getByRole('heading', { name: 'Down for Maintenance' });
  // It is asked for in the background, which extends no session.
  expect(server.made(status).map(({ isBackground }) => isBackground)).toEqual([true]);
  // And also while nobody looks, so that it is gone once somebody does.
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(server.made(status)).toHaveLength(2));
  focusManager.setFocused(undefined);
});

test('SHELL-09 a window that was closed stays closed, and another one is announced', async () => {
  const announce = (window: MaintenanceWindow): Answers => ({
    [status]: { active: false, isAdmin: false, window },
  });
  const server = openScreen('/settings', { answers: announce(planned) });
  await screen.findByText(/^Maintenance starts/);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/^Maintenance starts/)).toBeNull());
  server.answer(announce({ ...planned, id: '9' }));
  await recheckMaintenance();
  await screen.findByText(/^Maintenance starts/);
});
