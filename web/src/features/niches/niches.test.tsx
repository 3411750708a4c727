import type { StaffNiche, StaffNicheRequest } from '@drumbeat/contract/niches/niches.admin.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keyOf, queryClient } from '../../api/query.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { rowsIn } from '../../testing/read-values.ts';
import { expectReadAgain, openScreen } from '../../testing/screen.tsx';

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
  fireEvent.change(box.getByLabelText('Reason'), { target: { value: 'Because' } });
  await userEvent.click(box.getByRole('button', { name }));
}
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);

test('ADM-NIC-01 ADM-NIC-16 ADM-NIC-20 niches are searched and paged in the browser, 25 at first', async () => {
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
  await userEvent.type(screen.getByLabelText('Search'), 'niche-60{Enter}');
  await waitFor(() => expect(rowsOf('Niches')).toHaveLength(1));
  expect(server.made('GET /api/admin/niches')).toHaveLength(1);
  await press('Delete');
  await screen.findByRole('dialog');
  await expectAccessible(document.body);
});

test('ADM-NIC-07 ADM-NIC-08 ADM-NIC-13 ADM-CON-32 a niche gets a count of digits, is deactivated, activated and deleted, each with a reason; a failure stays in the dialog', async () => {
  const server = open('niches', { 'PUT /api/admin/niches/:id': { niche: niches[0] as StaffNiche } });
  const last = () => server.made('PUT /api/admin/niches/:id').at(-1);
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Edit count');
  const field = (await dialog()).getByLabelText('Selection count');
  fireEvent.change(field, { target: { value: '-4x2' } });
  expect(field).toHaveProperty('value', '42');
  await expectReadAgain(server, ['GET /api/admin/niches'], () => confirm('Save'));
  await screen.findByText('Niche 1 saved.');
  expect(last()).toMatchObject({ params: { id: '1' }, body: { selection_count: 42, reason: 'Because' } });
  await isClosed();
  server.answer({ 'PUT /api/admin/niches/:id': () => new Response('', { status: 500 }) });
  await press('Deactivate');
  await confirm('Deactivate');
  await (await dialog()).findByText('Update failed');
  const gone = refusal(404, 'NOT_FOUND', 'There is no niche with this id.');
  server.answer({ 'PUT /api/admin/niches/:id': gone });
  await userEvent.click((await dialog()).getByRole('button', { name: 'Deactivate' }));
  await (await dialog()).findByText('There is no niche with this id.');
  expect(last()?.body).toEqual({ is_active: false, reason: 'Because' });
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }));
  await isClosed();
  server.answer({ 'PUT /api/admin/niches/:id': { niche: niches[1] as StaffNiche } });
  await press('Activate');
  await confirm('Activate');
  await screen.findByText('Niche 2 saved.');
  expect(last()).toMatchObject({ params: { id: '2' }, body: { is_active: true, reason: 'Because' } });
  await isClosed();

  const words = 'People use Niche 1. Deactivate it instead.';
  server.answer({ 'DELETE /api/admin/niches/:id': refusal(409, 'NICHE_IN_USE', words) });
  await press('Delete');
  await confirm('Delete');
  await (await dialog()).findByText(words);
  server.answer({ 'DELETE /api/admin/niches/:id': { message: 'Niche 1 deleted.' } });
  const again = (await dialog()).getByRole('button', { name: 'Delete' });
  await expectReadAgain(server, ['GET /api/admin/niches'], () => userEvent.click(again));
  await screen.findByText('Niche 1 deleted.');
  expect(server.made('DELETE /api/admin/niches/:id').at(-1)).toMatchObject({
    params: { id: '1' },
    body: { reason: 'Because' },
  });
});

test('ADM-NIC-06 ADM-NIC-14 ADM-NIC-15 ADM-CON-31 a niche is added with a trimmed name and an optional slug', async () => {
  const server = open('niches', { 'POST /api/admin/niches': () => new Response('', { status: 500 }) });
  await press('Add niche');
  const box = await dialog();
  await userEvent.click(box.getByRole('button', { name: 'Add niche' }));
  box.getByText('Please name the niche.');
  fireEvent.change(box.getByLabelText('Name'), { target: { value: '  Kites ' } });
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

test('ADM-NIC-02 ADM-NIC-04 ADM-NIC-10 ADM-NIC-11 ADM-NIC-12 ADM-NIC-17 up to 200 requests are listed by default; one is approved or deleted with a reason', async () => {
  const server = open('requests');
  await screen.findByText('Niche Requests');
  await screen.findByRole('table', { name: 'Niche requests' });
  const [kites, tea] = await rowsIn('Niche requests');
  expect(tea?.Niche).toBe('Tea (already in the list)');
  expect(kites).toEqual({
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
  const limits = [...limit.querySelectorAll('option')].map(({ value }) => value);
  expect(limits).toEqual(['50', '100', '200', '500']);
  await userEvent.selectOptions(limit, '500');
  await userEvent.type(screen.getByLabelText('Search'), 'kites{Enter}');
  await waitFor(() => expect(asked()).toMatchObject({ q: 'kites', limit: '500' }));
  server.answer({
    'POST /api/admin/niche-requests/:id/approve': {
      message: 'Kites is added.',
      niche: niches[0] as StaffNiche,
    },
    'DELETE /api/admin/niche-requests/:id': { message: 'The request for Tea is deleted.' },
  });
  await press('Approve');
  const listed = keyOf('GET /api/admin/niches');
  queryClient.setQueryData(listed, { niches });
  await expectReadAgain(server, ['GET /api/admin/niche-requests'], () => confirm('Approve'));
  // It is among the niches now.
  expect(queryClient.getQueryState(listed)?.isInvalidated).toBe(true);
  await screen.findByText('Kites is added.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Delete', 1);
  await expectReadAgain(server, ['GET /api/admin/niche-requests'], () => confirm('Delete'));
  await screen.findByText('The request for Tea is deleted.');
  expect(server.made('POST /api/admin/niche-requests/:id/approve')).toMatchObject([
    { params: { id: '5' }, body: { reason: 'Because' } },
  ]);
  expect(server.made('DELETE /api/admin/niche-requests/:id')).toMatchObject([
    { params: { id: '6' }, body: { reason: 'Because' } },
  ]);
});
