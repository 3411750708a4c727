import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildTrialUser, buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../../posts/build-post.fixture.ts';

// As on a phone, the bar for scrolling takes no room.
beforeEach(() => document.documentElement.style.setProperty('scrollbar-width', 'none'));
afterEach(async () => {
  document.documentElement.style.removeProperty('scrollbar-width');
  await page.viewport(1280, 800);
});

const DAY_MS = 86_400_000;
const WORDS = 'What people admire is the result. What they never see is the quiet hour before it. '.repeat(3);

/** One post on the first day, then two a day: as many headings as a calendar of two a day can have. */
const posts = Array.from({ length: 11 }, (_, index) => {
  const day = new Date(Date.now() + Math.ceil((index + 2) / 2) * DAY_MS).toISOString().slice(0, 10);
  const scheduledTime = `${day}T${index % 2 === 0 ? '18' : '09'}:00:00.000Z`;
  return buildPost({ id: String(index + 1), content: WORDS, scheduledTime });
});

const paused: Answers = { 'GET /api/twitter/accounts': { accounts: [buildAccount({ posts_paused: true })] } };
/** As the device, so no line says which zone counts. */
const near = buildUser({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
/** Elsewhere than the device, so a line says which zone counts. */
const abroad = buildTrialUser({ timeZone: 'Africa/Lagos' });

/** How many whole posts are in view without scrolling. */
function postsInView(): number {
  const rows = [...document.querySelectorAll('tr[data-post]')].map((row) => row.getBoundingClientRect());
  return rows.filter(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight).length;
}

const states = {
  'in trial': [abroad, {}, 'Generate posts…'],
  paused: [near, paused, 'Resume posting'],
} as const;

test.each([
  ['in trial', 390, 844, 2],
  ['paused', 1440, 900, 6],
] as const)(
  'DASH-18 DASH-33 %s, at %i × %i at least %i posts are in view',
  async (state, width, height, least) => {
    const [user, answers, button] = states[state];
    await page.viewport(width, height);
    openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });
    await screen.findByRole('button', { name: button });
    await waitFor(() => expect(document.querySelectorAll('tr[data-post]')).toHaveLength(10));
    await screen.findByText('@ada', { selector: 'button *' });
    await waitFor(() => expect(postsInView()).toBeGreaterThanOrEqual(least));
  },
);

test('DASH-18 above posts the card is a line; its button unfolds it, and what was chosen stays', async () => {
  const server = openScreen('/dashboard', { answers: { 'GET /api/posts': { posts } } });
  const unfold = await screen.findByRole('button', { name: 'Generate posts…', expanded: false });
  await screen.findByText('Ready to write your next month · 4 generations left');
  expect(screen.queryByRole('heading', { name: 'Ready to write your next month' })).toBeNull();
  await userEvent.click(unfold);
  const card = await screen.findByRole('heading', { name: 'Ready to write your next month' });
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '2' }));
  expect(unfold.ariaControlsElements?.[0]?.contains(card)).toBe(true);
  await userEvent.click(screen.getByRole('switch', { name: /Skip weekends/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Not now', expanded: true }));
  expect(card.isConnected).toBe(false);
  expect(unfold.hasAttribute('aria-controls')).toBe(false);
  expect(document.activeElement).toBe(unfold);
  await userEvent.click(unfold);
  const weekends = await screen.findByRole('switch', { name: /Skip weekends/ });
  expect(weekends).toHaveProperty('checked', false);
  await userEvent.click(screen.getByRole('button', { name: 'Generate posts' }));
  await screen.findByRole('dialog', { name: 'Replace your planned posts?' });
  expect(server.made('POST /api/posts/generate-posts')).toEqual([]);
});
