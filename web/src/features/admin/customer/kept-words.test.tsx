import type { CallName } from '@drumbeat/contract/calls.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beginSession, endSession } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { openCustomer as open } from './open-customer.fixture.ts';

const admin = buildUser({ roles: ['admin'], twoFactorEnabled: true });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });

test('an email to a customer outlives an ended session with its key, so that it is sent once', async () => {
  const send: CallName = 'POST /api/admin/users/:id/send-email';
  const server = open('emails', { [send]: new Response('', { status: 500 }) }, admin);
  const words = { Title: 'Hello', Message: 'We are here.', Reason: 'They asked' };
  for (const [label, text] of Object.entries(words)) await fill(label, text);
  await press('Send email');
  await waitFor(() => expect(server.made(send)).toHaveLength(1));
  act(() => endSession('expired'));
  await screen.findByLabelText('Password');
  act(() => beginSession({ token: 'fresh', user: admin } as never));
  for (const [label, text] of Object.entries(words))
    await waitFor(async () => expect(await field(label)).toHaveProperty('value', text));
  server.answer({ [send]: { message: 'The email is on its way.', email_id: '9', content: null } as never });
  await press('Send email');
  await screen.findByText('The email is on its way.');
  const [first, second] = server.made(send).map(({ body }) => body);
  expect(second).toEqual(first);
});
