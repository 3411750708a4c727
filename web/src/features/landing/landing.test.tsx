import type { Product } from '@drumbeat/contract/billing.entities.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { openScreen } from '../../testing/screen.tsx';
import { LOADER_MS } from './loader.ts';
import { samples } from './samples.ts';

const open = (catalogue: { products: Product[] } = { products: [] }) =>
  openScreen('/', { user: null, answers: { 'GET /api/products': catalogue } });

test('a visitor switches between the examples of a few niches, by mouse and by keyboard', async () => {
  open();
  const section = await screen.findByRole('region', { name: 'What a post may sound like' });
  within(section).getByText(/^Examples, written by us\./);
  const shown = () =>
    within(section)
      .getAllByRole('list')
      .map((list) => list.getAttribute('aria-label'));
  expect(shown()).toEqual(['Fitness']);
  await userEvent.click(within(section).getByRole('radio', { name: 'Gardening' }));
  expect(shown()).toEqual(['Gardening']);
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toEqual(['Web Development']);
  expect(within(section).getAllByRole('listitem')).toHaveLength(3);
});

test('the page moves at once for who came long ago, and waits for its first seconds otherwise', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(-60_000);
  onTestFinished(() => clock.mockRestore());
  const isReady = async () =>
    (await screen.findByRole('main')).closest<HTMLElement>('[data-landing]')?.dataset.ready;
  open();
  expect(await isReady()).toBe('false');
  cleanup();
  clock.mockReturnValue(LOADER_MS);
  open();
  expect(await isReady()).toBe('true');
});

test('each example fits into a post, and says what it has to say without hashtags', () => {
  for (const text of samples.flatMap(({ posts }) => posts)) {
    expect(text.length, text).toBeLessThanOrEqual(140);
    expect(text).not.toMatch(/[#@]|https?:/);
  }
});

test('the plans are compared by what they give', async () => {
  const products = [
    {
      id: '1',
      name: 'Free',
      description: '',
      metadata: { tier: 'free' },
      prices: [buildPrice({ unit_amount: 0 })],
    },
    {
      id: '2',
      name: 'Pro',
      description: '',
      metadata: { tier: 'pro', posts_per_day: '2', account_limit: '3' },
      prices: [buildPrice({ unit_amount: 1_500 })],
    },
  ];
  open({ products });
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Prices' })).getAllByRole('listitem')).toHaveLength(2),
  );
  const rows = within(screen.getByRole('list', { name: 'Prices' })).getAllByRole('listitem');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Free', '$0', '3 posts a week · 1 X account'],
    ['Pro', '$15 / month', '2 posts a day · 3 X accounts'],
  ]);
});

test('LAND-11 the footer says what this is; without an address it names none', async () => {
  open();
  const footer = await screen.findByRole('contentinfo');
  within(footer).getByText('Drumbeat drafts, schedules and publishes posts on X.');
  within(footer).getByRole('link', { name: 'Support' });
});
