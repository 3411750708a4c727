import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';

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
  await userEvent.type((await card()).getByRole('searchbox'), 'urban foraging');
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
  await userEvent.clear(name);
  await userEvent.type(name, 'Urban Foraging');
  server.answer({ [REQUEST]: lost });
  await send();
  await says(FAILED);
  const notes = form.getByLabelText('What is it about? (optional)');
  await userEvent.type(notes, 'Weeds.');
  const thanks = "Thank you! We'll review “Urban Foraging” and add it if it fits.";
  server.answer({ [REQUEST]: { message: thanks } });
  await send();
  await expectToldOnce(thanks, 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made(REQUEST).at(-1)?.body).toEqual({ name: 'Urban Foraging', notes: 'Weeds.' });
});
