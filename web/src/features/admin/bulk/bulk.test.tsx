import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { isDangerous } from '../../../testing/read-values.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildCustomerRow } from '../admin.fixture.ts';

const person = (id: string, given: Partial<BulkPerson> = {}): BulkPerson => ({
  id,
  email: `${id}***@people.example`,
  would: 'change',
  before: 'Going out',
  after: 'Paused',
  why: null,
  outcome: null,
  change_id: null,
  ...given,
});
const pages = (size: number) => ({
  'GET /api/admin/users/all': {
    users: Array.from({ length: size }, (_, at) => buildCustomerRow(String(size - at))),
    nextPage: 2,
  },
});
const plan = (people: BulkPerson[]) => ({ plan: 'a-plan', people });

function open(answers: Answers = {}, path = '/admin?open=users') {
  return openScreen(path, {
    user: buildUser({ roles: ['support'] }),
    answers: { 'GET /api/admin/me/roles': { roles: ['support'] }, ...pages(3), ...answers },
  });
}
const choose = async (id: number | string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${id}***@people.example · ${id}` }));
const ask = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull());
  return within(await screen.findByRole('dialog', { name: action }));
};
const giveReason = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const countWords = async () =>
  within(await screen.findByRole('region', { name: 'Selected people' })).getByRole('status').textContent;
const lines = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((line) =>
      within(line)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

test('people are selected one by one, all at once or with X, across pages', async () => {
  const server = open();
  const all = await screen.findByRole('checkbox', { name: 'Select all on this page' });
  await choose(2);
  expect(await countWords()).toBe('1 selected');
  expect(all).toHaveProperty('indeterminate', true);
  await userEvent.click(all);
  expect(await countWords()).toBe('3 selected');
  expect(all).toMatchObject({ checked: true, indeterminate: false });
  await userEvent.click(all);
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();

  await userEvent.keyboard('jjx');
  expect(await countWords()).toBe('1 selected');
  server.answer({ 'GET /api/admin/users/all': { users: [buildCustomerRow('9')], nextPage: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await choose(9);
  expect(await countWords()).toBe('2 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
});

test('at most 100 people can be selected', async () => {
  open(pages(120));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  expect(await countWords()).toBe('100 selected One action takes at most 100 people.');
  const box = (id: number) =>
    screen.getByRole('checkbox', { name: `Select ${id}***@people.example · ${id}` });
  expect(box(21)).toMatchObject({ checked: true, disabled: false });
  expect(box(20)).toMatchObject({ checked: false, disabled: true });
});

test('a bulk action shows a dry run, takes a reason, reports each person, and is undone from its row', async () => {
  const look = held<ReturnType<typeof plan>>();
  const server = open({
    'POST /api/admin/users/:id/undo': { message: 'Undone.', change_id: '72' },
    'POST /api/admin/users/bulk': ({ body }) =>
      body.dry_run
        ? look.promise
        : {
            plan: null,
            people: [
              person('3', { outcome: 'done', change_id: '71' }),
              person('2', {
                outcome: 'changed_since',
                before: null,
                after: null,
                why: 'Changed since the check.',
              }),
              person('1', { outcome: 'failed', email: null, before: null, after: null, why: 'No luck.' }),
            ],
          },
  });
  for (const id of [3, 2, 1]) await choose(id);
  const dialog = await ask('Pause posts');
  dialog.getByText('Checking what would change');
  expect(dialog.queryByRole('button', { name: /^Pause/ })).toBeNull();
  look.give(
    plan([
      person('3'),
      person('2', { why: 'And more.' }),
      person('1', { would: 'refused', before: null, after: null, why: 'The subscription is canceled.' }),
    ]),
  );
  await dialog.findByText('2 will be paused, 1 cannot be.');
  expect(lines(dialog.getByRole('table', { name: 'What would happen' }))).toEqual([
    ['1***@people.example · 1', 'The subscription is canceled.'],
    ['3***@people.example · 3', 'Going out → Paused'],
    ['2***@people.example · 2', 'Going out → PausedAnd more.'],
  ]);
  const confirm = dialog.getByRole('button', { name: 'Pause 2 people' });
  expect(isDangerous(confirm)).toBe(true);
  await userEvent.click(confirm);
  await dialog.findByText('Say why, in a few words.');
  expect(server.made('POST /api/admin/users/bulk')).toHaveLength(1);
  giveReason(dialog.getByLabelText('Reason'), ' The outage ');
  await userEvent.click(confirm);
  await dialog.findByText('1 paused, 1 changed since the check, 1 failed.');
  expect(server.made('POST /api/admin/users/bulk').map(({ body }) => body)).toEqual([
    { action: 'pause_posts', ids: ['3', '2', '1'], dry_run: true },
    {
      action: 'pause_posts',
      ids: ['3', '2', '1'],
      dry_run: false,
      plan: 'a-plan',
      reason: 'The outage',
    },
  ]);
  expect(lines(dialog.getByRole('table', { name: 'What happened' }))).toEqual([
    ['1***@people.example · 1', 'Failed', 'No luck.', ''],
    ['2***@people.example · 2', 'Skipped', 'Changed since the check.', ''],
    ['3***@people.example · 3', 'Done', 'Going out → Paused', expect.stringContaining('Undo')],
  ]);
  const undo = await dialog.findByRole('button', { name: 'Undo for 3***@people.example · 3' });
  await userEvent.click(undo);
  const undone = await dialog.findByRole('button', { name: 'Undone for 3***@people.example · 3' });
  expect(undone).toHaveProperty('disabled', true);
  expect(server.made('POST /api/admin/users/:id/undo')).toMatchObject([
    { params: { id: '3' }, body: { change_id: '71' } },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The others stay selected.
  expect(screen.getByRole('region', { name: 'Selected people' }).textContent).toContain('2 selected');
});

test('a stale dry run is refused, and checking again makes a new one', async () => {
  let plans = 0;
  const look = () => {
    plans += 1;
    return { plan: `plan ${plans}`, people: [person('3')] };
  };
  const server = open({
    'POST /api/admin/users/bulk': ({ body }) => {
      if (!body.dry_run)
        return refusal(409, 'STALE_VERSION', 'This check is more than an hour old. Check again.');
      return look();
    },
  });
  await choose(3);
  const dialog = await ask('Pause posts');
  giveReason(await dialog.findByLabelText('Reason'), 'The outage');
  const confirm = dialog.getByRole('button', { name: 'Pause 1 person' });
  await userEvent.click(confirm);
  await dialog.findByText('This check is more than an hour old. Check again.');
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'The outage');
  await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(dialog.queryByText(/more than an hour old/)).toBeNull());
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
  server.answer({
    'POST /api/admin/users/bulk': {
      plan: null,
      people: [person('3', { outcome: 'done' }), person('2', { outcome: 'changed_since' })],
    },
  });
  await userEvent.click(confirm);
  await dialog.findByText('1 paused, 1 changed since the check.');
  await expectToldOnce('1 paused, 1 changed since the check.', 'success');
  expect(server.made('POST /api/admin/users/bulk').at(-1)?.body).toMatchObject({ plan: 'plan 2' });
});
