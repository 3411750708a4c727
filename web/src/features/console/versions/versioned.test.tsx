import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, unanswered } from '../../../testing/fake-server.ts';
import { fieldsIn, rowsIn } from '../../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce, fill, openScreen } from '../../../testing/screen.tsx';

const saved_at = '2026-01-02T03:04:00.000Z';
const flag = { key: 'plans_enabled', value: true, description: 'Plans', version: 3, updated_at: saved_at };
const version = (number: number, value: unknown) => ({
  version: number,
  is_published: true,
  is_withdrawal: false,
  saved_at,
  saved_by: 'g***@staff.example',
  reason: 'A first try.',
  content: { value, description: 'Plans' },
});
const openFlags = (answers: Answers = {}) =>
  openScreen('/admin?open=flags', {
    user: buildUser({ roles: ['ops'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['ops'] },
      'GET /api/health/full': unanswered,
      'GET /api/admin/flags': { flags: [flag] },
      'GET /api/admin/flags/:key/versions': {
        versions: [version(3, true), version(2, { from: 'spring' })],
        nextPage: null,
      },
      'PUT /api/admin/flags/:key': { flag: { ...flag, version: 4 } },
      ...answers,
    },
  });
const value = () => screen.findByLabelText<HTMLTextAreaElement>('Value (JSON)', { selector: 'textarea' });
const openFlag = async () => userEvent.click(await screen.findByRole('button', { name: 'plans_enabled' }));
/** Puts all words in at once, which is quicker than key by key. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
async function save(reason = 'It is time.') {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this version?' }));
  write(dialog.getByLabelText('Reason'), reason);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  return dialog;
}

test('ADM-FLG-01 ADM-FLG-03 ADM-FLG-04 a flag is edited as JSON, compared and saved with its version', async () => {
  const server = openFlags();
  await screen.findByRole('heading', { name: 'Feature Flags' });
  expect(await rowsIn('Feature flags')).toMatchObject([
    { Key: 'plans_enabled', Description: 'Plans', Value: 'true', Version: '3' },
  ]);
  await openFlag();
  expect(fieldsIn((await value()).closest('form') as HTMLElement)).toEqual({
    Key: ['plans_enabled'],
    'Value (JSON)': ['true', 'true, 5, "text" or {"a": 1}. Empty means null.'],
    Description: ['Plans'],
  });
  const history = await screen.findByRole('region', { name: 'History' });
  await within(history).findByText('Version 2');
  expect([...history.querySelectorAll('p ~ div')].map(({ textContent }) => textContent)[0]).toMatch(
    /^Version 3Publishedg\*\*\*@staff\.example, .*1 Jan .*A first try\.CompareBring back$/,
  );
  write(await value(), '{"a": 1}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this version?' }));
  const diff = within(dialog.getByRole('region', { name: 'Value (JSON)' }));
  expect(diff.getByText('true').previousSibling?.textContent).toBe('removed: ');
  expect(diff.getByText('{"a": 1}').previousSibling?.textContent).toBe('added: ');
  write(dialog.getByLabelText('Reason'), 'It is time.');
  server.answer({ 'GET /api/admin/flags': { flags: [{ ...flag, value: { a: 1 }, version: 4 }] } });
  await expectReadAgain(server, ['GET /api/admin/flags', 'GET /api/admin/flags/:key/versions'], () =>
    userEvent.click(dialog.getByRole('button', { name: 'Save' })),
  );
  await expectToldOnce('Saved.', 'success');
  await waitFor(async () => expect((await value()).value).toBe('{"a":1}'));
  expect(server.made('PUT /api/admin/flags/:key')).toMatchObject([
    {
      params: { key: 'plans_enabled' },
      body: { value: { a: 1 }, description: 'Plans', version: 3, reason: 'It is time.' },
    },
  ]);
});

test('the second of two saves is refused, keeps the words and shows what the first saved', async () => {
  const message = 'g***@staff.example saved version 4 on 2026-01-02 at 03:04 UTC, after you opened this.';
  const stale = Response.json(
    { error: message, message, code: 'STALE_VERSION', requestId: 'r', data: { version: 4 } },
    { status: 409 },
  );
  const server = openFlags({ 'PUT /api/admin/flags/:key': stale });
  await openFlag();
  write(await value(), '"mine"');
  server.answer({ 'GET /api/admin/flags': { flags: [{ ...flag, value: 'theirs', version: 4 }] } });
  const dialog = await save();
  await dialog.findByText(message);
  await dialog.findByText('"theirs"');
  expect((await value()).value).toBe('"mine"');
  server.answer({ 'PUT /api/admin/flags/:key': { flag: { ...flag, version: 5 } } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expectToldOnce('Saved.', 'success');
  expect(server.made('PUT /api/admin/flags/:key').at(-1)?.body).toMatchObject({ value: 'mine', version: 4 });
});

test('typed words survive a reload, and an earlier version can be compared and restored', async () => {
  openFlags();
  await openFlag();
  write(await value(), '"typed"');
  cleanup();
  queryClient.clear();
  openFlags();
  await openFlag();
  expect((await value()).value).toBe('"typed"');
  screen.getByText('What you typed is kept.');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await value()).value).toBe('true');
  await userEvent.click(await screen.findByRole('button', { name: 'Compare version 3' }));
  screen.getByText('Nothing has changed.');
  await userEvent.click(screen.getByRole('button', { name: 'Compare version 2' }));
  const diff = within(await screen.findByRole('region', { name: 'Value (JSON)' }));
  expect(diff.getByText('true').previousSibling?.textContent).toBe('removed: ');
  expect(diff.getByText('{"from":"spring"}').previousSibling?.textContent).toBe('added: ');
  await userEvent.click(screen.getByRole('button', { name: 'Bring back version 2' }));
  expect((await value()).value).toBe('{"from":"spring"}');
  expect(screen.getByLabelText('Key')).toHaveProperty('value', 'plans_enabled');
});

test('ADM-FLG-03 ADM-FLG-05 ADM-FLG-07 a new flag needs a key and valid JSON, empty for null, and is saved as the first version', async () => {
  const added = { ...flag, key: 'new_one', value: null, version: 1 };
  const server = openFlags({ 'PUT /api/admin/flags/:key': { flag: added } });
  await userEvent.click(await screen.findByRole('button', { name: 'New flag' }));
  write(await value(), '{"a": ');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please name the flag.');
  await screen.findByText('Value must be valid JSON');
  write(await value(), '');
  expect(screen.queryByRole('dialog')).toBeNull();
  fill(screen.getByLabelText('Key'), 'new_one');
  server.answer({ 'GET /api/admin/flags': { flags: [flag, added] } });
  await save();
  await expectToldOnce('Saved.', 'success');
  expect(server.made('PUT /api/admin/flags/:key')).toMatchObject([
    { params: { key: 'new_one' }, body: { value: null, description: '', version: 0, reason: 'It is time.' } },
  ]);
  await waitFor(() => expect(screen.getByLabelText('Key')).toHaveProperty('disabled', true));
  expect(screen.getByLabelText('Key')).toHaveProperty('value', 'new_one');
  expect(server.router.state.location.search).toBe('?open=flags&flags.open=new_one');
});
