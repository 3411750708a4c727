/** Changes that staff make on a customer's page: the question, the call and the message of a failure. */
import type { CallName } from '@drumbeat/contract/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beginSession, endSession } from '../../../api/query.ts';
import { buildSubscription } from '../../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { isDangerous } from '../../../testing/read-values.ts';
import { buttonOf } from '../../../testing/steps.ts';
import { buildOverview } from '../admin.fixture.ts';
import { billing, openCustomer as open } from './open-customer.fixture.ts';

type Action = {
  press: string;
  title: string;
  /** What the dialog says, and which values it says will change. */
  text?: string;
  changes?: string;
  confirm: string;
  isDanger?: boolean;
  call: CallName;
  params?: Record<string, string>;
  query?: Record<string, string>;
  fails: string;
};

const cycle = new Date('2026-01-03T03:04:00.000Z').toLocaleString();
const tabs: [tab: string, answers: Answers, actions: Action[]][] = [
  [
    '',
    {},
    [
      {
        press: 'Grant Generate Now',
        title: 'Grant a generation now?',
        text: 'A new calendar can be made before the next cycle begins.',
        changes: `Last scheduling cycle${cycle} → None`,
        confirm: 'Grant Generate Now',
        call: 'POST /api/admin/users/:id/grant-generate',
        fails: 'The generation could not be granted.',
      },
      {
        press: 'Reset generations of all accounts',
        title: 'Reset the generations?',
        text: 'This resets the generation count of every X account to 0 for this cycle.',
        confirm: 'Reset generations',
        call: 'POST /api/admin/users/:id/reset-post-generation',
        fails: 'The reset failed.',
      },
      {
        press: 'Reset generations of @ada',
        title: 'Reset the generations of @ada?',
        changes: 'Generations used1 → 0',
        confirm: 'Reset generations',
        call: 'POST /api/admin/users/:id/reset-post-generation',
        query: { twitter_account_id: '3' },
        fails: 'The reset failed.',
      },
      {
        press: 'Reset niche changes of @ada',
        title: 'Reset the niche changes of @ada?',
        changes: 'Changes used1 → 0',
        confirm: 'Reset niche changes',
        call: 'POST /api/admin/users/:id/reset-niche-retries',
        query: { twitter_account_id: '3' },
        fails: 'The reset failed.',
      },
    ],
  ],
  [
    'billing',
    {
      'GET /api/admin/users/:id/billing': {
        ...billing,
        subscription: buildSubscription({ status: 'inactive', mayStartTrial: false }),
      },
    },
    [
      {
        press: 'Allow a trial',
        title: 'Allow another trial?',
        text: "This customer's next checkout starts with a trial, even if they or someone with the same address, X account or card already had one.",
        confirm: 'Allow a trial',
        call: 'POST /api/admin/users/:id/allow-trial',
        fails: 'The trial could not be allowed.',
      },
    ],
  ],
  [
    'posts',
    {},
    [
      {
        press: 'Delete: Post 1',
        title: 'Delete this post?',
        text: 'This will permanently delete the post. This cannot be undone. Continue?',
        changes: 'Post 1Pending → Gone',
        confirm: 'Delete',
        isDanger: true,
        call: 'DELETE /api/admin/users/:id/posts/:postId',
        params: { postId: '1' },
        fails: 'The post could not be deleted.',
      },
    ],
  ],
  [
    'security',
    { 'GET /api/admin/users/:id/overview': { user: buildOverview({ email_verified: false }) } },
    [
      {
        press: 'Reset two-factor',
        title: 'Reset two-factor?',
        text: 'This will turn off two-factor authentication for this user. Continue?',
        changes: 'Two-factorOn → OffSessionsOpen → Ended',
        confirm: 'Reset two-factor',
        isDanger: true,
        call: 'POST /api/admin/users/:id/reset-2fa',
        fails: 'Two-factor could not be reset.',
      },
      {
        press: 'Resend verification email',
        title: 'Send the verification email again?',
        confirm: 'Resend verification email',
        call: 'POST /api/admin/users/:id/resend-verification',
        fails: 'The email could not be sent.',
      },
    ],
  ],
];

test.each(tabs)(
  'ADM-USR-13 ADM-USR-14 ADM-USR-15 ADM-USR-18 ADM-USR-24 ADM-CUS-11 ADM-CUS-12 ADM-CUS-14 ADM-CUS-26 in tab %s each change asks with its own words and is sent as shown',
  async (tab, answers, actions) => {
    const failing = actions.map(({ call }) => [call, new Response(null, { status: 500 })]);
    const server = open(tab, { ...answers, ...Object.fromEntries(failing) });
    for (const { press, title, text, changes, confirm, isDanger = false, ...sent } of actions) {
      fireEvent.click(await buttonOf(document.body, press));
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(dialog.querySelector('form > p')?.textContent).toBe(text);
      expect(dialog.querySelector('form > dl')?.textContent).toBe(changes);
      const box = within(dialog);
      fireEvent.change(box.getByLabelText('Reason'), { target: { value: 'They asked' } });
      const button = box.getByText(confirm, { selector: 'button[type=submit] *' }).closest('button');
      expect(isDangerous(button as HTMLElement), title).toBe(isDanger);
      fireEvent.click(button as HTMLElement);
      await box.findByText(sent.fails);
      const made = server.made(sent.call);
      expect(made.map(({ params, query, body }) => ({ params, query, body })).at(-1)).toEqual({
        params: { id: '7', ...sent.params },
        query: sent.query ?? {},
        body: { reason: 'They asked' },
      });
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
