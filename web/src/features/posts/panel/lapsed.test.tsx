import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });
const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: inHours(25) });
const open = (posts = [first, second], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });
const rowOf = async (words: string) => within((await screen.findByText(words)).closest('tr') as HTMLElement);
const action = (name: string) => ({ name: new RegExp(`^${name} post of `) });
const press = async (words: string, name: string) =>
  userEvent.click((await rowOf(words)).getByRole('button', action(name)));

test('DASH-05 DASH-22 POST-36 POST-38 POST-39 POST-42 posts of a plan that has ended wait, and are only looked at', async () => {
  const held = buildPost({ ...first, holdReason: 'subscription' });
  open([held], {}, buildUser({ subscriptionStatus: 'canceled' }));
  await screen.findByText('Your subscription is canceled, so no posts will go out.');
  await screen.findByRole('heading', { name: 'Choose a plan to start posting again' });
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/products');
  const why = (await rowOf('The first post.')).getByText('Waiting: no active subscription');
  expect(why.parentElement?.dataset.tip).toBe('Waiting: no active subscription');
  await press('The first post.', 'Edit');
  await expectToldOnce('Subscription canceled - editing disabled', 'alert');
  await press('The first post.', 'Delete');
  await expectToldOnce('Subscription canceled - delete disabled', 'alert');
  expect(screen.getByRole('button', { name: 'Pause posts' })).toHaveProperty('disabled', true);
});
