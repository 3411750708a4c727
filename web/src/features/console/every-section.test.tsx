/** What each list of the console says while it loads, when it cannot be loaded, and when it is empty, in one table. */
import type { CallName } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal, unanswered } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';

type Words = { call: CallName; loading: string; failed: string; empty: object; none: string };
const sections: Record<string, Words> = {
  users: {
    call: 'GET /api/admin/users/all',
    loading: 'Loading users',
    failed: 'Failed to load users',
    empty: { users: [], nextPage: null },
    none: 'No users match.',
  },
  search: {
    call: 'GET /api/admin/users',
    loading: 'Searching',
    failed: 'Search failed',
    empty: { users: [] },
    none: 'No users match.',
  },
  flags: {
    call: 'GET /api/admin/flags',
    loading: 'Loading flags',
    failed: 'Failed to load flags',
    empty: { flags: [] },
    none: 'There are no flags.',
  },
  prompts: {
    call: 'GET /api/admin/prompts',
    loading: 'Loading prompts',
    failed: 'Failed to load prompts',
    empty: { templates: [] },
    none: 'No prompts match.',
  },
  emails: {
    call: 'GET /api/admin/email-templates',
    loading: 'Loading email templates',
    failed: 'Failed to load email templates',
    empty: { templates: [] },
    none: 'No email templates match.',
  },
  catalog: {
    call: 'GET /api/admin/stripe/catalog',
    loading: 'Loading the catalog',
    failed: 'Failed to load the catalog',
    empty: { products: [], synced_at: null },
    none: 'No products yet. Sync with Stripe, or add one.',
  },
  feedback: {
    call: 'GET /api/admin/feedback',
    loading: 'Loading feedback',
    failed: 'Failed to load feedback',
    empty: { feedback: [], nextPage: null },
    none: 'No feedback matches.',
  },
  audit: {
    call: 'GET /api/admin/audit',
    loading: 'Loading the audit log',
    failed: 'Failed to load audit logs',
    empty: { logs: [], nextBefore: null },
    none: 'No entries match.',
  },
  niches: {
    call: 'GET /api/admin/niches',
    loading: 'Loading niches',
    failed: 'Failed to load niches',
    empty: { niches: [] },
    none: 'No niches match.',
  },
  requests: {
    call: 'GET /api/admin/niche-requests',
    loading: 'Loading requests',
    failed: 'Failed to load requests',
    empty: { requests: [] },
    none: 'No open requests match.',
  },
};
const names = Object.keys(sections);
const answersOf = (answer: (words: Words) => unknown): Answers =>
  Object.fromEntries(Object.values(sections).map((words) => [words.call, answer(words)]));

/** Opens the console with these sections unfolded. */
function open(ids: readonly string[], answers: Answers) {
  localStorage.setItem('consoleSections', JSON.stringify(ids));
  return openScreen('/admin?search.q=people', {
    user: buildUser({ roles: ['admin'] }),
    answers: { 'GET /api/admin/me/roles': { roles: ['admin'] }, ...answers },
  });
}
/** The text of what an unfolded section says in these elements. */
const said = (selector: string, ids: readonly string[] = names) =>
  Object.fromEntries(ids.map((id) => [id, document.querySelector(`#${id} ${selector}`)?.textContent]));
const wordsOf = (which: 'loading' | 'failed' | 'none') =>
  Object.fromEntries(names.map((id) => [id, sections[id]?.[which]]));
const says = (selector: string, words: object) => waitFor(() => expect(said(selector)).toEqual(words));
function tryAgain(): void {
  for (const button of screen.getAllByText('Try again')) fireEvent.click(button);
}

test('each list says that it loads, and nothing else yet', async () => {
  const others = ['metrics', 'maintenance', 'costs'];
  open([...names, ...others, 'overview'], {
    ...answersOf(() => unanswered),
    'GET /api/health/full': unanswered,
    'GET /api/admin/metrics/summary': unanswered,
    'GET /api/maintenance/list': unanswered,
    'GET /api/admin/costs': unanswered,
  });
  await says('[role=status] .visually-hidden', wordsOf('loading'));
  const waiting = { metrics: 'Loading metrics', maintenance: 'Loading windows', costs: 'Loading costs' };
  // The code of a section may be on its way first.
  await waitFor(() => expect(said('[role=status] .visually-hidden', others)).toEqual(waiting));
  expect(document.querySelector('#overview [role=status]')?.textContent).toBe(
    'Loading healthStatusEnvironmentDatabaseMigrationsWorkerOldest overdue post',
  );
  expect(document.querySelector('#overview [role=status] .visually-hidden')?.textContent).toBe(
    'Loading health',
  );
  // Whether Stripe was ever read is not known yet.
  expect(document.querySelector('#catalog')?.textContent).not.toContain('Never synced');
  for (const { none } of Object.values(sections)) expect(screen.queryByText(none)).toBeNull();
});

test('ADM-FLG-06 ADM-AUD-06 ADM-FB-06 ADM-CON-28 ADM-USR-20 ADM-USR-21 ADM-NIC-18 ADM-NIC-19 a list that cannot be read says why in the words of the server, else in ours, until it is read again; an empty one says that', async () => {
  const server = open(
    names,
    answersOf(({ call }) => refusal(403, 'FORBIDDEN', `Closed: ${call}.`)),
  );
  await says('[role=alert] p', Object.fromEntries(names.map((id) => [id, `Closed: ${sections[id]?.call}.`])));
  expect(document.querySelector('#users [role=alert]')?.textContent).toContain('request-1');
  server.answer(answersOf(() => new Response(null, { status: 400 })));
  tryAgain();
  await says('[role=alert] p', wordsOf('failed'));
  server.answer(answersOf(({ empty }) => empty));
  tryAgain();
  await waitFor(() => {
    for (const id of names)
      expect(document.querySelector(`#${id}`)?.textContent, id).toContain(sections[id]?.none);
  });
  expect(screen.queryAllByRole('alert')).toEqual([]);
});

test('rows that were read stay beside an error', async () => {
  const flag = {
    key: 'plans_enabled',
    value: true,
    description: 'Plans',
    version: 3,
    updated_at: '2026-01-02',
  };
  const server = open(['flags'], { 'GET /api/admin/flags': { flags: [flag] } });
  await screen.findByText('plans_enabled');
  server.answer({ 'GET /api/admin/flags': refusal(403, 'FORBIDDEN', 'Closed now.') });
  await queryClient.invalidateQueries();
  await screen.findByText('Closed now.');
  screen.getByText('plans_enabled');
});
