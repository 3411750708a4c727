import type { CallName } from '@drumbeat/contract/calls.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildOverview } from '../features/admin/build-overview.fixture.ts';
import { buildSubscription } from '../testing/build-subscription.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { type Answers, refusal, unanswered } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';

const customer = '/admin/customer?id=7';
const template = { locale: 'en', variables: [], is_published: true, version: 2, published_version: 2 };
const updated_at = '2026-01-02T03:04:00.000Z';
const email = { ...template, template_key: 'verify_email', subject: 'Verify', updated_at } as const;
const prompt = { ...template, template_key: 'ad_post', role: 'user', updated_at } as const;
const known: Answers = {
  'GET /api/admin/email-templates': { templates: [email] },
  'GET /api/admin/email-templates/:key': { template: { ...email, html: '', plain: '' } },
  'GET /api/admin/prompts': { templates: [{ ...prompt, model: null, description: '', niche: null }] },
  'GET /api/admin/me/roles': { roles: ['admin'] },
  'GET /api/admin/users/:id/overview': { user: buildOverview() },
  'GET /api/subscription': buildSubscription(),
};

test.each<[path: string, names: CallName[]]>([
  ['/dashboard', ['GET /api/twitter/accounts']],
  ['/dashboard', ['GET /api/posts', 'POST /api/check-scheduling-eligibility']],
  [
    '/settings',
    [
      'GET /api/twitter/accounts',
      'GET /api/auth/sessions',
      'GET /api/posts/feed',
      'GET /api/billing/history',
    ],
  ],
  ['/settings', ['GET /api/subscription']],
  ['/settings/facts', ['GET /api/twitter/accounts']],
  ['/voice', ['GET /api/twitter/accounts']],
  ['/products', ['GET /api/products']],
  [
    '/admin?open=metrics',
    [
      'GET /api/admin/metrics/summary',
      'GET /api/admin/metrics/revenue',
      'GET /api/admin/metrics/growth',
      'GET /api/admin/metrics/operations',
    ],
  ],
  ['/admin?open=catalog', ['GET /api/admin/stripe/catalog']],
  ['/admin?open=emails&emails.open=verify_email/en', ['GET /api/admin/email-templates/:key']],
  ['/admin?open=emails&emails.open=verify_email/en', ['GET /api/admin/email-templates/:key/versions']],
  ['/admin?open=prompts&prompts.open=ad_post/en/', ['GET /api/admin/prompts/:key']],
  ['/admin?open=costs', ['GET /api/admin/costs']],
  [customer, ['GET /api/admin/users/:id/overview']],
  [`${customer}&tab=billing`, ['GET /api/admin/users/:id/billing']],
])('at %s, what failed is asked for again by its button: %s', async (path, names) => {
  const words = (name: CallName) => `Not just now: ${name}.`;
  const refused = names.map((name) => [name, refusal(403, 'FORBIDDEN', words(name))]);
  const server = openScreen(path, {
    user: buildUser({ roles: ['admin'] }),
    answers: { ...known, ...Object.fromEntries(refused) },
  });
  for (const name of names) await screen.findByText(words(name));
  // Nothing of what failed still seems to be on its way.
  await waitFor(() =>
    expect(screen.queryAllByText(/^Loading/).map(({ textContent }) => textContent)).toEqual([]),
  );
  for (const name of names) {
    const said = screen.getByText(words(name));
    const box = within(said.closest<HTMLElement>('[role="alert"]') as HTMLElement);
    const before = server.made(name).length;
    await userEvent.click(box.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.made(name).length).toBeGreaterThan(before));
  }
});

test.each<[path: string, words: string[], waits: CallName[]]>([
  [
    '/settings',
    ['Loading your subscription', 'Loading sessions'],
    ['GET /api/subscription', 'GET /api/auth/sessions'],
  ],
  ['/settings', ['Loading your billing history'], ['GET /api/billing/history']],
  ['/settings/facts', ['Loading facts'], ['GET /api/facts']],
  ['/voice', ['Loading your voice'], ['GET /api/voice']],
  ['/products', ['Loading plans'], ['GET /api/products']],
  ['/billing/crypto', ['Loading Cardano billing'], ['GET /api/public/flags']],
  ['/dashboard', ['Loading your dashboard'], ['GET /api/twitter/accounts']],
  [customer, ['Loading the customer'], ['GET /api/admin/users/:id/overview']],
  [`${customer}&tab=billing`, ['Loading the billing data'], ['GET /api/admin/users/:id/billing']],
])('at %s, what is on its way is named: %s', async (path, words, waits) => {
  const answers = Object.fromEntries(waits.map((name) => [name, unanswered]));
  openScreen(path, { user: buildUser({ roles: ['admin'] }), answers: { ...known, ...answers } });
  for (const each of words) {
    const said = await screen.findByText(each);
    expect([said.className, said.closest('[role="status"]')?.textContent]).toEqual(['visually-hidden', each]);
  }
});
