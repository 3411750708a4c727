import type { CallName } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';

type Section = [id: string, call: CallName, failed: string, list: string, none: string];
const sections: Section[] = [
  ['users', 'GET /api/admin/users/all', 'Failed to load users', 'users', 'No users match.'],
  ['search', 'GET /api/admin/users', 'Search failed', 'users', 'No users match.'],
  ['flags', 'GET /api/admin/flags', 'Failed to load flags', 'flags', 'There are no flags.'],
  ['prompts', 'GET /api/admin/prompts', 'Failed to load prompts', 'templates', 'No prompts match.'],
  ['emails', 'GET /api/admin/email-templates', 'Failed to load email templates', 'templates', 'No email'],
  ['catalog', 'GET /api/admin/stripe/catalog', 'Failed to load the catalog', 'products', 'No products yet.'],
  ['feedback', 'GET /api/admin/feedback', 'Failed to load feedback', 'feedback', 'No feedback matches.'],
  ['audit', 'GET /api/admin/audit', 'Failed to load audit logs', 'logs', 'No entries match.'],
  ['niches', 'GET /api/admin/niches', 'Failed to load niches', 'niches', 'No niches match.'],
  ['requests', 'GET /api/admin/niche-requests', 'Failed to load requests', 'requests', 'No open requests'],
];
const noMore = { nextPage: null, nextBefore: null, synced_at: null };
const answersOf = (answer: (section: Section) => unknown): Answers =>
  Object.fromEntries(sections.map((section) => [section[1], answer(section)]));
const expectAlerts = (words: (section: Section) => string) =>
  waitFor(() => {
    for (const section of sections)
      expect(document.querySelector(`#${section[0]} [role=alert] p`)?.textContent).toBe(words(section));
  });
function tryAgain(): void {
  for (const button of screen.getAllByText('Try again')) fireEvent.click(button);
}

test('ADM-FLG-06 ADM-AUD-06 ADM-FB-06 ADM-CON-28 ADM-USR-20 ADM-USR-21 ADM-NIC-18 ADM-NIC-19 a failed list shows the message of the server, a default, or that it is empty', async () => {
  localStorage.setItem('consoleSections', JSON.stringify(sections.map(([id]) => id)));
  const server = openScreen('/admin?search.q=people', {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      ...answersOf(([, call]) => refusal(403, 'FORBIDDEN', `Closed: ${call}.`)),
    },
  });
  await expectAlerts(([, call]) => `Closed: ${call}.`);
  server.answer(answersOf(() => new Response(null, { status: 400 })));
  tryAgain();
  await expectAlerts(([, , failed]) => failed);
  server.answer(answersOf(([, , , list]) => ({ [list]: [], ...noMore })));
  tryAgain();
  await waitFor(() => {
    for (const [id, , , , none] of sections)
      expect(document.querySelector(`#${id}`)?.textContent, id).toContain(none);
  });
  expect(screen.queryAllByRole('alert')).toEqual([]);
});
