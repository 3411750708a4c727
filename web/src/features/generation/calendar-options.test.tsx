import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildTrialUser, buildUser } from '../../testing/build-user.fixture.ts';
import { openScreen } from '../../testing/screen.tsx';

const NAME = 'Posts per day in your next calendar';
const ofPlan = (postsPerDay: number) =>
  buildUser({ entitlements: { ...buildUser().entitlements, postsPerDay } });
/** Fails where it stands outside the posts panel. */
const inPanel = (element: HTMLElement): boolean =>
  screen.getByRole('region', { name: 'Posts' }).contains(element);

test('DASH-30 the posts panel chooses the posts per day, up to what the plan allows, for the next calendar', async () => {
  // Of a plan that had more.
  sessionStorage.setItem('postsPerDay', '9');
  const { calls } = openScreen('/dashboard', {
    user: ofPlan(6),
    answers: { 'POST /api/posts/generate-posts': { jobId: 'job-1', status: 'pending' } },
  });
  const select = await screen.findByRole('combobox', { name: NAME });
  expect(inPanel(select)).toBe(true);
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(select).toHaveProperty('value', '6');
  await userEvent.selectOptions(select, '2');
  const card = await screen.findByRole('radio', { name: '2' });
  expect(card).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('radio', { name: '1' }));
  expect(select).toHaveProperty('value', '1');
  await userEvent.click(await screen.findByRole('button', { name: 'Generate posts' }));
  await expect
    .poll(() => calls.find(({ name }) => name === 'POST /api/posts/generate-posts')?.body)
    .toMatchObject({ postsPerDay: 1 });
});

test('DASH-30 where there is no choice the panel says what is set', async () => {
  openScreen('/dashboard', { user: ofPlan(1) });
  expect(inPanel(await screen.findByText('1 post per day on your plan'))).toBe(true);
  expect(screen.queryByRole('combobox', { name: NAME })).toBeNull();
});

test('DASH-30 a trial has its own number', async () => {
  openScreen('/dashboard', { user: buildTrialUser() });
  expect(inPanel(await screen.findByText('2 posts per day during your trial'))).toBe(true);
});

test('DASH-30 a kept choice that is no whole number is none', async () => {
  sessionStorage.setItem('postsPerDay', '1.5');
  openScreen('/dashboard', { user: ofPlan(3) });
  expect(await screen.findByRole('combobox', { name: NAME })).toHaveProperty('value', '3');
});
