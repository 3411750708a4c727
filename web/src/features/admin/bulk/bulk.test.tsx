import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginSession, endSession, keyOf, queryClient } from '../../../api/query.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { isDangerous } from '../../../testing/read-values.ts';
import { comeBackLater, expectReadAgain, expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { currentToasts } from '../../../ui/feedback/toasts.ts';
import { buildCustomerRow } from '../build-customer-row.fixture.ts';

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

test('people are chosen one by one, all on the page or with X, and stay chosen on other pages', async () => {
  const server = open();
  const all = await screen.findByRole('checkbox', { name: 'Select all on this page' });
  await choose(2);
  expect(await countWords()).toBe('1 selected');
  expect([...document.querySelectorAll('tr[data-chosen]')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('2***@people.example'),
  ]);
  expect(all).toHaveProperty('indeterminate', true);
  await userEvent.click(all);
  expect(await countWords()).toBe('3 selected');
  expect(all).toMatchObject({ checked: true, indeterminate: false });
  await userEvent.click(all);
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();

  await userEvent.keyboard('jjx');
  expect(await countWords()).toBe('1 selected');
  expect(screen.getByRole('checkbox', { name: 'Select 2***@people.example · 2' })).toHaveProperty(
    'checked',
    true,
  );
  server.answer({ 'GET /api/admin/users/all': { users: [buildCustomerRow('9')], nextPage: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await choose(9);
  expect(await countWords()).toBe('2 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Select 9***@people.example · 9' })).toHaveProperty(
    'checked',
    false,
  );
});

test('at most a hundred are chosen, and the bar says so', async () => {
  const server = open(pages(120));
  const all = await screen.findByRole('checkbox', { name: 'Select all on this page' });
  await userEvent.click(all);
  expect(await countWords()).toBe('100 selected One action takes at most 100 people.');
  const box = (id: number) =>
    screen.getByRole('checkbox', { name: `Select ${id}***@people.example · ${id}` });
  expect(box(21)).toMatchObject({ checked: true, disabled: false });
  expect(box(20)).toMatchObject({ checked: false, disabled: true });
  fireEvent.click(box(21));
  expect(await countWords()).toBe('99 selected');
  expect(box(20)).toHaveProperty('disabled', false);
  fireEvent.click(box(20));
  server.answer({ 'GET /api/admin/users/all': { users: [buildCustomerRow('900')], nextPage: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  const other = await screen.findByRole('checkbox', { name: 'Select 900***@people.example · 900' });
  // Nobody of this page is chosen, and nobody more can be.
  expect([all, other].map((each) => (each as HTMLInputElement).disabled)).toEqual([true, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await userEvent.click(all);
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
});

test('an action is looked at first, takes a reason, and says what became of each person', async () => {
  const look = held<ReturnType<typeof plan>>();
  const server = open({
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
  // What is agreed to stays what was seen, however long somebody thinks it over.
  await comeBackLater();
  expect(lines(dialog.getByRole('table', { name: 'What would happen' }))).toEqual([
    ['1***@people.example · 1', 'The subscription is canceled.'],
    ['3***@people.example · 3', 'Going out → Paused'],
    ['2***@people.example · 2', 'Going out → PausedAnd more.'],
  ]);
  const region = dialog.getByRole('region', { name: 'What would happen, person by person' });
  // Keys scroll it.
  expect(region.tabIndex).toBe(0);
  const confirm = dialog.getByRole('button', { name: 'Pause 2 people' });
  expect(isDangerous(confirm)).toBe(true);
  await userEvent.click(confirm);
  await dialog.findByText('Say why, in a few words.');
  expect(server.made('POST /api/admin/users/bulk')).toHaveLength(1);
  giveReason(dialog.getByLabelText('Reason'), ' The outage ');
  const lists = server.made('GET /api/admin/users/all').length;
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
  await expectToldOnce('1 paused, 1 changed since the check, 1 failed.', 'alert');
  await waitFor(() => expect(server.made('GET /api/admin/users/all')).toHaveLength(lists + 1));
  const done = dialog.getByRole('button', { name: 'Done' });
  expect(document.activeElement).toBe(done);
  await userEvent.click(done);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Who was not done stays chosen.
  expect(screen.getByRole('region', { name: 'Selected people' }).textContent).toContain('2 selected');
});

test('a refusal keeps the reason, the plan and the choice; looking again makes a new plan', async () => {
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
  // A second try takes the refusal away at once, and meanwhile the plan stays as it is.
  const second = held<Response>();
  server.answer({ 'POST /api/admin/users/bulk': ({ body }) => (body.dry_run ? look() : second.promise) });
  await userEvent.click(confirm);
  expect((await dialog.findByRole('button', { name: 'Working…' })).ariaBusy).toBe('true');
  expect(dialog.queryByText(/more than an hour old/)).toBeNull();
  expect(dialog.getByRole('button', { name: 'Check again' })).toHaveProperty('disabled', true);
  second.give(refusal(409, 'STALE_VERSION', 'This check is more than an hour old. Check again.'));
  await dialog.findByText('This check is more than an hour old. Check again.');
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'The outage');
  const third = held<void>();
  server.answer({ 'POST /api/admin/users/bulk': () => third.promise.then(look) });
  await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(dialog.queryByText(/more than an hour old/)).toBeNull());
  // What is being checked again cannot be sent.
  expect(confirm).toHaveProperty('disabled', true);
  third.give();
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
  server.answer({
    'POST /api/admin/users/bulk': {
      plan: null,
      people: [person('3', { outcome: 'done' }), person('2', { outcome: 'changed_since' })],
    },
  });
  await userEvent.click(confirm);
  await dialog.findByText('1 paused, 1 changed since the check.');
  // Urgent is only what failed.
  await expectToldOnce('1 paused, 1 changed since the check.', 'success');
  expect(server.made('POST /api/admin/users/bulk').at(-1)?.body).toMatchObject({ plan: 'plan 2' });
});

test('what was done to one person is undone from its row; a refusal is told, and Undo stays', async () => {
  const server = open({
    'POST /api/admin/users/bulk': ({ body }) =>
      body.dry_run
        ? plan([person('3')])
        : { plan: null, people: [person('3', { outcome: 'done', change_id: '71' })] },
    'POST /api/admin/users/:id/undo': refusal(409, 'STALE_VERSION', 'This was changed since.'),
  });
  await choose(3);
  const dialog = await ask('Pause posts');
  giveReason(await dialog.findByLabelText('Reason'), 'The outage');
  await userEvent.click(dialog.getByRole('button', { name: 'Pause 1 person' }));
  const undo = await dialog.findByRole('button', { name: 'Undo for 3***@people.example · 3' });
  await userEvent.click(undo);
  await expectToldOnce('This was changed since.', 'error');
  server.answer({ 'POST /api/admin/users/:id/undo': { message: 'Undone.', change_id: '72' } });
  await waitFor(() => expect(undo.ariaBusy).toBeNull());
  const lists = server.made('GET /api/admin/users/all').length;
  const searched = keyOf('GET /api/admin/users');
  queryClient.setQueryData<unknown>(searched, {});
  await userEvent.click(undo);
  const undone = await dialog.findByRole('button', { name: 'Undone for 3***@people.example · 3' });
  expect(undone).toMatchObject({ textContent: 'UndoneUndone', disabled: true });
  await waitFor(() => expect(server.made('GET /api/admin/users/all').length).toBeGreaterThan(lists));
  expect(queryClient.getQueryState(searched)?.isInvalidated).toBe(true);
  expect(server.made('POST /api/admin/users/:id/undo').at(-1)).toMatchObject({
    params: { id: '3' },
    body: { change_id: '71' },
  });
});

test('a dry run that fails says why and can be repeated; one without a change offers none', async () => {
  const server = open({ 'POST /api/admin/users/bulk': refusal(429, 'RATE_LIMIT_EXCEEDED', 'Too many.') });
  await choose(3);
  const dialog = await ask('Sign out everywhere');
  await dialog.findByText('Too many.');
  expect(dialog.queryByLabelText('Reason')).toBeNull();
  server.answer({ 'POST /api/admin/users/bulk': new Response(null, { status: 400 }) });
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('The changes could not be checked.');
  const none = person('3', { would: 'nothing', before: null, after: null, why: 'Not signed in.' });
  server.answer({ 'POST /api/admin/users/bulk': plan([none]) });
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('1 is already signed out.');
  expect(dialog.queryByLabelText('Reason')).toBeNull();
  expect(dialog.queryByRole('button', { name: /^Sign out/ })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await countWords()).toBe('1 selected');
  // What was found then is not taken for what is found now.
  server.answer({ 'POST /api/admin/users/bulk': plan([person('3')]) });
  await (await ask('Sign out everywhere')).findByText('1 will be signed out.');
});

test('people who were searched for can be chosen, too; every action is in the menu', async () => {
  const server = open(
    { 'GET /api/admin/users': { users: [buildCustomerRow('5')] } },
    '/admin?open=search&search.q=people',
  );
  await choose(5);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  const items = await screen.findAllByRole('menuitem');
  const looks = items.map(({ className }) => className !== items[1]?.className);
  expect(looks).toEqual([true, false, false, false, false, true, false]);
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Pause posts',
    'Resume posts',
    'Resend verification email',
    'Grant one generation',
    'Reset generations',
    'Sign out everywhere',
    'Retry failed posts',
  ]);
  await userEvent.keyboard('{Escape}');
  const bulk = 'POST /api/admin/users/bulk';
  server.answer({ [bulk]: plan([person('5', { email: 'five@people.example' })]) });
  const dialog = await ask('Resume posts');
  giveReason(await dialog.findByLabelText('Reason'), 'It is over');
  server.answer({ [bulk]: new Response(null, { status: 500 }) });
  const confirm = dialog.getByRole('button', { name: 'Resume 1 person' });
  expect(isDangerous(confirm)).toBe(false);
  await userEvent.click(confirm);
  await dialog.findByText('No answer arrived. You can safely send it again: nobody is changed twice.');
  // Who could not be read is named as before.
  const failed = person('5', { email: null, outcome: 'failed', before: null, after: null, why: 'No luck.' });
  server.answer({ [bulk]: { plan: null, people: [failed] } });
  const seen = keyOf('GET /api/admin/users/:id/overview');
  queryClient.setQueryData<unknown>(seen, {});
  await expectReadAgain(server, ['GET /api/admin/users'], () => userEvent.click(confirm));
  // What was read of a customer before may be different now.
  expect(queryClient.getQueryState(seen)?.isInvalidated).toBe(true);
  const outcome = await dialog.findByRole('table', { name: 'What happened' });
  expect(lines(outcome)).toEqual([['five@people.example · 5', 'Failed', 'No luck.']]);
  // Nothing was done, so nothing is told as done.
  expect(currentToasts()).toEqual([]);
});

test('on a phone the cards can be chosen, and everything is within reach of axe and of the thumb', async () => {
  const people = [
    person('3'),
    person('2', { would: 'nothing', before: null, after: null, why: 'Already paused.' }),
  ];
  open({ 'POST /api/admin/users/bulk': plan(people) });
  await choose(3);
  await page.viewport(390, 844);
  const box = await screen.findByRole('checkbox', { name: 'Select all on this page' });
  await userEvent.click(box);
  expect(await countWords()).toBe('3 selected');
  const label = screen.getByRole('checkbox', { name: 'Select 3***@people.example · 3' }).closest('label');
  expect(label?.getBoundingClientRect()).toMatchObject({ width: 44, height: 44 });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible(document.body);
  const dialog = await ask('Pause posts');
  await dialog.findByText('1 will be paused, 1 is already paused.');
  await expectAccessible(document.body);
});

test('the reason outlives an ended session, for its own action, and is gone once it is canceled', async () => {
  const user = buildUser({ roles: ['support'] });
  open({ 'POST /api/admin/users/bulk': plan([person('3')]) });
  await choose(3);
  const dialog = await ask('Pause posts');
  giveReason(await dialog.findByLabelText('Reason'), 'A wave of sign-ups');
  act(() => endSession('expired'));
  await screen.findByLabelText('Email');
  act(() => beginSession({ token: 'fresh', user } as never));
  await choose(3);
  const other = await ask('Sign out everywhere');
  expect(await other.findByLabelText('Reason')).toHaveProperty('value', '');
  await userEvent.click(other.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await ask('Pause posts');
  expect(await again.findByLabelText('Reason')).toHaveProperty('value', 'A wave of sign-ups');
  await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await (await ask('Pause posts')).findByLabelText('Reason')).toHaveProperty('value', '');
});
