/** Changes that staff make on a customer's page: the question, the call and the message of a failure. */
import type { CallName } from '@drumbeat/contract/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beginSession, endSession } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { buttonOf } from '../../../testing/steps.ts';
import { buildOverview } from '../admin.fixture.ts';
import { openCustomer as open } from './open-customer.fixture.ts';

type Action = {
  press: string;
  title: string;
  /** What the dialog says, and what its button says where that is not the words of the press. */
  text?: string;
  confirm?: string;
  call: CallName;
  sent?: { params?: Record<string, string>; query?: Record<string, string> };
};
const ofAccount = { query: { twitter_account_id: '3' } };
const tabs: [tab: string, actions: Action[]][] = [
  [
    '',
    [
      {
        press: 'Grant Generate Now',
        title: 'Grant a generation now?',
        text: 'A new calendar can be made before the next cycle begins.',
        call: 'POST /api/admin/users/:id/grant-generate',
      },
      {
        press: 'Reset generations of all accounts',
        title: 'Reset the generations?',
        text: 'This resets the generation count of every X account to 0 for this cycle.',
        confirm: 'Reset generations',
        call: 'POST /api/admin/users/:id/reset-post-generation',
      },
      {
        press: 'Reset generations of @ada',
        title: 'Reset the generations of @ada?',
        confirm: 'Reset generations',
        call: 'POST /api/admin/users/:id/reset-post-generation',
        sent: ofAccount,
      },
      {
        press: 'Reset niche changes of @ada',
        title: 'Reset the niche changes of @ada?',
        confirm: 'Reset niche changes',
        call: 'POST /api/admin/users/:id/reset-niche-retries',
        sent: ofAccount,
      },
    ],
  ],
  [
    'posts',
    [
      {
        press: 'Delete: Post 1',
        title: 'Delete this post?',
        text: 'This will permanently delete the post. This cannot be undone. Continue?',
        confirm: 'Delete',
        call: 'DELETE /api/admin/users/:id/posts/:postId',
        sent: { params: { postId: '1' } },
      },
    ],
  ],
  [
    'security',
    [
      {
        press: 'Reset two-factor',
        title: 'Reset two-factor?',
        text: 'This will turn off two-factor authentication for this user. Continue?',
        call: 'POST /api/admin/users/:id/reset-2fa',
      },
      {
        press: 'Resend verification email',
        title: 'Send the verification email again?',
        call: 'POST /api/admin/users/:id/resend-verification',
      },
    ],
  ],
];

test.each(tabs)(
  'ADM-USR-13 ADM-USR-14 ADM-USR-15 ADM-USR-18 ADM-USR-24 ADM-CUS-11 ADM-CUS-12 ADM-CUS-14 ADM-CUS-26 in tab %s each change asks with its own words and is sent as shown',
  async (tab, actions) => {
    const server = open(tab, {
      'GET /api/admin/users/:id/overview': { user: buildOverview({ email_verified: false }) },
      ...Object.fromEntries(actions.map(({ call }) => [call, new Response(null, { status: 500 })])),
    });
    for (const { press, title, text, confirm = press, call, sent } of actions) {
      fireEvent.click(await buttonOf(document.body, press));
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(dialog.querySelector('form > p')?.textContent).toBe(text);
      const box = within(dialog);
      fireEvent.change(box.getByLabelText('Reason'), { target: { value: 'They asked' } });
      fireEvent.click(box.getByText(confirm, { selector: 'button[type=submit] *' }));
      await box.findByRole('alert');
      const { params, query, body } = server.made(call).at(-1) ?? {};
      expect([params, query, body]).toEqual([
        { id: '7', ...sent?.params },
        sent?.query ?? {},
        { reason: 'They asked' },
      ]);
      fireEvent.click(box.getByText('Cancel'));
      await waitFor(() => expect(dialog.isConnected).toBe(false));
    }
  },
);

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
