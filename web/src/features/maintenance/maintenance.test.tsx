import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../testing/read-values.ts';
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

test('MNT-21 MNT-22 MNT-27 windows are shown in pages of 10, 25, 50 or 100, each with its state; only an open one can be canceled', async () => {
  const server = open();
  expect(await rowsIn('Maintenance windows')).toEqual([
    { State: 'Planned', Time: expect.anything(), Posts: 'Held', Message: 'Default message' },
    {
      State: 'Over',
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
  const panel = await screen.findByRole('dialog', { name: 'Maintenance window 3' });
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
  server.answer({ 'POST /api/maintenance/cancel': { window: begun } });
  fireEvent.click(buttonsOf('Active').getByText('Cancel'));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this maintenance?' });
  const confirm = within(dialog).getByRole('button', { name: 'Cancel maintenance' });
  fireEvent.click(confirm);
  await within(dialog).findByText('Say why, in a few words.');
  expect(server.made('POST /api/maintenance/cancel')).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Done early.' } });
  await expectReadAgain(server, [list, status], async () => fireEvent.click(confirm));
  expect(server.made('POST /api/maintenance/cancel')).toMatchObject([
    { body: { id: '4', reason: 'Done early.' } },
  ]);
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  const sizes = screen.getByLabelText('How many windows a page');
  expect([...sizes.querySelectorAll('option')].map(({ value }) => value)).toEqual(['10', '25', '50', '100']);
  expect(server.made(list)[0]?.query).toEqual({ page: '1', limit: '25' });
  server.answer({ [list]: { windows: [], nextPage: null } });
  await userEvent.click(screen.getByText('Next'));
  await screen.findByText('No maintenance has been planned yet.');
  expect(server.made(list).at(-1)?.query).toEqual({ page: '2', limit: '25' });
});

test('MNT-25 MNT-26 MNT-30 a window has a start, a later end, a message and a choice for posts', async () => {
  const server = open({ 'POST /api/maintenance/schedule': { window: planned } });
  const form = await screen.findByRole('form', { name: 'Schedule maintenance' });
  const field = (label: string) => within(form).getByLabelText<HTMLInputElement>(label);
  const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  expect(field('Starts').type).toBe('datetime-local');
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
    // Enter in a field does not send it again.
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
  expect(field('Starts').value).toBe('');
});

test('SHELL-09 MNT-23 only a coming window is announced; once closed it stays closed until another', async () => {
  const announce = (given: Partial<MaintenanceWindow>): Answers => ({
    [status]: { active: false, isAdmin: false, window: { ...planned, ...given } },
  });
  const server = openScreen('/settings', { answers: announce({}) });
  const banner = async () => (await screen.findByText(/^Maintenance starts/)).parentElement;
  const told = async () => (await banner())?.textContent?.replace(/\s+/g, ' ').trim();
  const isGone = () => waitFor(() => expect(screen.queryByText(/^Maintenance starts/)).toBeNull());
  const then = async (given: Partial<MaintenanceWindow>) => {
    server.answer(announce(given));
    await recheckMaintenance();
  };
  expect(await told()).toMatch(
    /^Maintenance starts .+\. Scheduled posts wait, and move to the next free times\.$/,
  );
  expect((await banner())?.querySelector('time')?.dateTime).toBe(planned.starts_at);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await isGone();
  const other = { id: '9', message: 'New disks.', holds_publishing: false };
  await then(other);
  expect(await told()).toMatch(/^Maintenance starts .+\. New disks\. Scheduled posts still go out\.$/);
  await then({ ...other, canceled_at: inHours(-1) });
  await isGone();
  await then(other);
  await banner();
  await then({ ...other, starts_at: inHours(-1) });
  await isGone();
});
