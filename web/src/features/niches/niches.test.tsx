import type { StaffNiche, StaffNicheRequest } from '@drumbeat/contract/niches/niches.admin.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keyOf, queryClient } from '../../api/query.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { rowsIn, sectionOf } from '../../testing/read-values.ts';
import { expectReadAgain, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';

const niches: StaffNiche[] = Array.from({ length: 60 }, (_, index) => ({
  id: String(index + 1),
  name: `Niche ${index + 1}`,
  slug: `niche-${index + 1}`,
  is_active: index !== 1,
  selection_count: index * 1000,
}));
const request: StaffNicheRequest = {
  id: '5',
  user_id: '77',
  user_email: 'a***@people.example',
  name: 'Kites',
  notes: 'Please',
  created_at: '2026-01-02T03:04:00.000Z',
  niche_exists: false,
};
const open = (section: 'niches' | 'requests', answers: Answers = {}) =>
  openScreen(`/admin?open=${section}`, {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      'GET /api/admin/niches': { niches },
      'GET /api/admin/niche-requests': {
        requests: [request, { ...request, id: '6', name: 'Tea', niche_exists: true }],
      },
      ...answers,
    },
  });
const press = async (name: string, at = 0) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[at] as HTMLElement);
const dialog = async () => within(await screen.findByRole('dialog'));
async function confirm(name: string): Promise<void> {
  const box = await dialog();
  await userEvent.type(box.getByLabelText('Reason'), 'Because');
  await userEvent.click(box.getByRole('button', { name }));
}
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);

test('ADM-NIC-01 ADM-NIC-16 niches are searched and paged here, 25 at first', async () => {
  const server = open('niches');
  await screen.findByText('Curated Niches');
  await screen.findByRole('table', { name: 'Niches' });
  expect(rowsOf('Niches')).toHaveLength(25);
  expect((await rowsIn('Niches'))[1]).toEqual({
    Name: 'Niche 2',
    'Selection count': '1,000',
    Slug: 'niche-2',
    State: 'Inactive',
  });
  const sizes = screen.getByLabelText('How many niches a page');
  expect([...sizes.querySelectorAll('option')].map(({ value }) => value)).toEqual(['10', '25', '50', '100']);
  await userEvent.selectOptions(sizes, '50');
  await waitFor(() => expect(rowsOf('Niches')).toHaveLength(50));
  await press('Next');
  await waitFor(() => expect(rowsOf('Niches')).toHaveLength(10));
  // With more on a page it begins at the first one again.
  await userEvent.selectOptions(sizes, '100');
  await waitFor(() => expect(rowsOf('Niches')).toHaveLength(60));
  await userEvent.type(screen.getByLabelText('Search'), 'niche-60{Enter}');
  await waitFor(() => expect(rowsOf('Niches')).toHaveLength(1));
  await userEvent.clear(screen.getByLabelText('Search'));
  await userEvent.type(screen.getByLabelText('Search'), 'zeppelins{Enter}');
  await screen.findByText('No niches match.');
  expect(server.made('GET /api/admin/niches')).toHaveLength(1);
  // An address that names no page and no size leads to the first.
  await act(() => server.router.navigate('/admin?open=niches&niches.page=x&niches.limit=many'));
  await waitFor(() => expect(rowsOf('Niches')).toHaveLength(25));
  screen.getByText('Page 1');
});

test.each(['niches', 'requests'] as const)(
  'axe finds nothing in %s, nor in its dialog, in both themes, wide and on a phone',
  async (section) => {
    open(section);
    await screen.findByRole('table');
    await expectAccessible(document.body);
    await press('Delete');
    await screen.findByRole('dialog');
    await expectAccessible(document.body);
  },
);

test('ADM-NIC-13 ADM-NIC-07 the selection count takes digits only, and is saved with the reason', async () => {
  const server = open('niches', { 'PUT /api/admin/niches/:id': { niche: niches[0] as StaffNiche } });
  await press('Edit count');
  const box = await dialog();
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Selection count of Niche 1
    (Close)
    Selection count
    [0]
    How many times it counts as chosen. Suggestions are sorted by this.
    Selection count
    0 0
    Reason
    []
    Kept in the audit log.
    Cancel
    Save
  `,
  );
  const field = box.getByLabelText('Selection count');
  expect(field).toMatchObject({ inputMode: 'numeric', maxLength: 9 });
  await userEvent.clear(field);
  await userEvent.type(field, '-4x2');
  expect(field).toHaveProperty('value', '42');
  // What is cancelled is not kept for the next time.
  await userEvent.click(box.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Edit count');
  const again = (await dialog()).getByLabelText('Selection count');
  expect(again).toHaveProperty('value', '0');
  await userEvent.clear(again);
  await userEvent.type(again, '42');
  await expectReadAgain(server, ['GET /api/admin/niches'], () => confirm('Save'));
  await waitFor(() =>
    expect(server.made('PUT /api/admin/niches/:id')).toMatchObject([
      { params: { id: '1' }, body: { selection_count: 42, reason: 'Because' } },
    ]),
  );
  await screen.findByText('Niche 1 saved.');
});

test('ADM-CON-32 a niche is switched off; a refusal, or no answer, is said in the dialog', async () => {
  const server = open('niches', { 'PUT /api/admin/niches/:id': () => new Response('', { status: 500 }) });
  await press('Deactivate');
  await expectWords(
    await screen.findByRole('dialog'),
    `
    ## Deactivate Niche 1?
    (Close)
    People and accounts that have it keep it. Nobody new can choose it.
    Reason
    []
    Kept in the audit log.
    Cancel
    Deactivate
  `,
  );
  await confirm('Deactivate');
  (await dialog()).getByText('Update failed');
  const answer = held<Response>();
  server.answer({ 'PUT /api/admin/niches/:id': () => answer.promise });
  await userEvent.click((await dialog()).getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(screen.queryByText('Update failed')).toBeNull());
  answer.give(refusal(404, 'NOT_FOUND', 'There is no niche with this id.'));
  await (await dialog()).findByText('There is no niche with this id.');
  expect(server.made('PUT /api/admin/niches/:id')[0]?.body).toEqual({ is_active: false, reason: 'Because' });
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.answer({ 'PUT /api/admin/niches/:id': { niche: niches[1] as StaffNiche } });
  await press('Activate');
  await expectWords(
    await screen.findByRole('dialog'),
    `
    ## Activate Niche 2?
    (Close)
    People can choose it again.
    Reason
    []
    Kept in the audit log.
    Cancel
    Activate
  `,
  );
  await confirm('Activate');
  await screen.findByText('Niche 2 saved.');
  expect(server.made('PUT /api/admin/niches/:id').at(-1)).toMatchObject({
    params: { id: '2' },
    body: { is_active: true, reason: 'Because' },
  });
});

test('ADM-NIC-08 a niche in use is not deleted, and the dialog says what to do', async () => {
  const words = 'People use Niche 1. Deactivate it instead.';
  const server = open('niches', { 'DELETE /api/admin/niches/:id': refusal(409, 'NICHE_IN_USE', words) });
  await press('Delete');
  await expectWords(
    await screen.findByRole('dialog'),
    `
    ## Delete Niche 1?
    (Close)
    A niche in use cannot be deleted. Deactivate it instead.
    Reason
    []
    Kept in the audit log.
    Cancel
    Delete
  `,
  );
  await confirm('Delete');
  await (await dialog()).findByText(words);
  server.answer({ 'DELETE /api/admin/niches/:id': new Response(null, { status: 500 }) });
  await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }));
  await (await dialog()).findByText('Delete failed');
  server.answer({ 'DELETE /api/admin/niches/:id': { message: 'Niche 1 deleted.' } });
  const again = (await dialog()).getByRole('button', { name: 'Delete' });
  await expectReadAgain(server, ['GET /api/admin/niches'], () => userEvent.click(again));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Niche 1 deleted.');
  expect(server.made('DELETE /api/admin/niches/:id').at(-1)).toMatchObject({
    params: { id: '1' },
    body: { reason: 'Because' },
  });
});

test('ADM-NIC-06 ADM-NIC-14 ADM-NIC-15 ADM-CON-31 a niche is added with a trimmed name and without a slug; a refusal keeps what was typed', async () => {
  const server = open('niches', { 'POST /api/admin/niches': () => new Response('', { status: 500 }) });
  await press('Add niche');
  const box = await dialog();
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Add niche
    (Close)
    Name
    []
    Slug (optional)
    []
    Made from the name if left empty.
    [x]
    Active: people can choose it
    Reason
    []
    Kept in the audit log.
    Cancel
    Add niche
  `,
  );
  expect(box.getByLabelText('Name')).toHaveProperty('maxLength', 80);
  await userEvent.click(box.getByRole('button', { name: 'Add niche' }));
  box.getByText('Please name the niche.');
  await userEvent.type(box.getByLabelText('Name'), '  Kites ');
  await confirm('Add niche');
  await box.findByText('Create failed');
  expect(server.made('POST /api/admin/niches')[0]?.body).toEqual({
    name: 'Kites',
    slug: '',
    is_active: true,
    reason: 'Because',
  });
  server.answer({ 'POST /api/admin/niches': { niche: niches[0] as StaffNiche } });
  await expectReadAgain(server, ['GET /api/admin/niches'], () =>
    userEvent.click(box.getByRole('button', { name: 'Add niche' })),
  );
  await screen.findByText('Kites added.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // What was added is no draft any more.
  await press('Add niche');
  const next = await dialog();
  expect(next.getByLabelText('Name')).toHaveProperty('value', '');
  fireEvent.change(next.getByLabelText('Name'), { target: { value: 'Kite surfing' } });
  fireEvent.change(next.getByLabelText('Slug (optional)'), { target: { value: ' kites ' } });
  await userEvent.click(next.getByRole('checkbox', { name: 'Active: people can choose it' }));
  await confirm('Add niche');
  await waitFor(() =>
    expect(server.made('POST /api/admin/niches').at(-1)?.body).toEqual({
      name: 'Kite surfing',
      slug: 'kites',
      is_active: false,
      reason: 'Because',
    }),
  );
});

test('ADM-NIC-02 ADM-NIC-04 ADM-NIC-17 requests are listed, 200 at most unless chosen', async () => {
  const server = open('requests');
  await screen.findByText('Niche Requests');
  await screen.findByRole('table', { name: 'Niche requests' });
  const cells = rowsOf('Niche requests').map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ['Kites', 'Please', 'a***@people.example'],
    ['Tea (already in the list)', 'Please', 'a***@people.example'],
  ]);
  expect((await rowsIn('Niche requests'))[0]).toEqual({
    Asked: expect.stringContaining('1 Jan '),
    Customer: 'a***@people.example',
    Niche: 'Kites',
    Notes: 'Please',
  });
  const customers = screen.getAllByRole('link', { name: 'a***@people.example' });
  expect(customers.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/admin/customer?id=77'));
  const asked = () => server.made('GET /api/admin/niche-requests').at(-1)?.query;
  expect(asked()).toEqual({ q: '', limit: '200', sensitive: 'false' });
  const limit = screen.getByLabelText('Show at most');
  expect([...limit.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    '50',
    '100',
    '200',
    '500',
  ]);
  await userEvent.selectOptions(limit, '500');
  await userEvent.type(screen.getByLabelText('Search'), 'kites{Enter}');
  await waitFor(() => expect(asked()).toMatchObject({ q: 'kites', limit: '500' }));
  const answer = held<{ requests: StaffNicheRequest[] }>();
  server.answer({ 'GET /api/admin/niche-requests': () => answer.promise });
  await userEvent.clear(screen.getByLabelText('Search'));
  await userEvent.type(screen.getByLabelText('Search'), 'zeppelins{Enter}');
  await waitFor(() => expect(asked()?.q).toBe('zeppelins'));
  // What was found before stays until the answer.
  expect(rowsOf('Niche requests')).toHaveLength(2);
  answer.give({ requests: [] });
  await screen.findByText('No open requests match.');
});

test('ADM-NIC-10 ADM-NIC-11 ADM-NIC-12 a request is approved or deleted, each with its reason', async () => {
  const server = open('requests', {
    'POST /api/admin/niche-requests/:id/approve': {
      message: 'Kites is added.',
      niche: niches[0] as StaffNiche,
    },
    'DELETE /api/admin/niche-requests/:id': { message: 'The request for Tea is deleted.' },
  });
  await press('Approve', 1);
  await expectWords(
    await screen.findByRole('dialog'),
    `
    ## Approve Tea?
    (Close)
    The list has this niche already, so nothing is added. If it is active, every open request of this name is closed.
    Reason
    []
    Kept in the audit log.
    Cancel
    Approve
  `,
  );
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Approve');
  await expectWords(
    await screen.findByRole('dialog'),
    `
    ## Approve Kites?
    (Close)
    Adds the niche to the list for everyone, and closes every open request of this name.
    Reason
    []
    Kept in the audit log.
    Cancel
    Approve
  `,
  );
  const listed = keyOf('GET /api/admin/niches');
  queryClient.setQueryData(listed, { niches });
  await expectReadAgain(server, ['GET /api/admin/niche-requests'], () => confirm('Approve'));
  // It is among the niches now.
  expect(queryClient.getQueryState(listed)?.isInvalidated).toBe(true);
  await screen.findByText('Kites is added.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Delete', 1);
  await expectWords(
    await screen.findByRole('dialog'),
    `
    ## Delete the request for Tea?
    (Close)
    The request disappears from this list and from the customer’s data. The customer is not told.
    Reason
    []
    Kept in the audit log.
    Cancel
    Delete
  `,
  );
  await expectReadAgain(server, ['GET /api/admin/niche-requests'], () => confirm('Delete'));
  await screen.findByText('The request for Tea is deleted.');
  expect(server.made('POST /api/admin/niche-requests/:id/approve')).toMatchObject([
    { params: { id: '5' }, body: { reason: 'Because' } },
  ]);
  expect(server.made('DELETE /api/admin/niche-requests/:id')).toMatchObject([
    { params: { id: '6' }, body: { reason: 'Because' } },
  ]);
});

test('all that the requests for niches say', async () => {
  open('requests');
  await expectWords(
    await sectionOf('requests'),
    `
    ## Niche Requests
    Search
    []
    Show at most
    [200]
    (Niche requests)
    Niche
    Notes
    Customer
    Asked
    (Actions)
    Kites
    Please
    a***@people.example → /admin/customer?id=77
    Thu 1 Jan 17:04
    Approve
    Delete
    Tea (already in the list)
    Please
    a***@people.example → /admin/customer?id=77
    Thu 1 Jan 17:04
    Approve
    Delete
  `,
    { withoutYears: true },
  );
});
