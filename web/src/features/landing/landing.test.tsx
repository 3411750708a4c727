import type { Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildProduct } from '../../testing/build-price.fixture.ts';
import { ownMotion } from '../../testing/motion.ts';
import { openScreen } from '../../testing/screen.tsx';
import { samples } from './Samples.tsx';

const open = (catalogue: { products: Product[] } = { products: [] }) =>
  openScreen('/', { user: null, answers: { 'GET /api/products': catalogue } });

test('a visitor switches between the examples by mouse and by keyboard', async () => {
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

test('the example fills its slots and posts one, or does not move with reduced motion', async () => {
  const motion = ownMotion();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(600);
  onTestFinished(() => clock.mockRestore());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const look = () => {
    const [first] = document.querySelectorAll<HTMLElement>('[data-example]');
    return [
      document.querySelectorAll('[data-slot][data-filled="true"]').length,
      document.querySelectorAll('[data-slot][data-status="Processing"]').length,
      document.querySelectorAll('[data-example][data-shown="true"]').length,
      first?.querySelector<HTMLElement>('[data-badge]:not([hidden])')?.dataset.badge,
    ];
  };
  open();
  await vi.waitFor(() => expect(look()).toEqual([0, 0, 0, 'Pending']), { interval: 0 });
  const page = document.querySelector<HTMLElement>('[data-landing]');
  await vi.advanceTimersByTimeAsync(399);
  expect(page?.dataset.ready).toBe('false');
  await vi.advanceTimersByTimeAsync(1);
  expect(page?.dataset.ready).toBe('true');
  await vi.advanceTimersByTimeAsync(109);
  expect(look()).toEqual([0, 0, 0, 'Pending']);
  await vi.advanceTimersByTimeAsync(1);
  expect(look()).toEqual([1, 0, 0, 'Pending']);
  await vi.advanceTimersByTimeAsync(13 * 110);
  expect(look()).toEqual([14, 0, 3, 'Pending']);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(look()).toEqual([14, 1, 3, 'Processing']);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(look()).toEqual([14, 0, 3, 'Posted']);
  const badges = document.querySelectorAll<HTMLElement>('[data-example] [data-badge]:not([hidden])');
  expect([...badges].map(({ dataset }) => dataset.badge)).toEqual(['Posted', 'Pending', 'Pending']);
  cleanup();
  motion.isReduced = true;
  open();
  await vi.waitFor(() => expect(look()).toEqual([14, 0, 3, 'Posted']), { interval: 0 });
});

test('each example has at most 140 characters, and no hashtag or link', () => {
  for (const text of samples.flatMap(({ posts }) => posts)) {
    expect(text.length, text).toBeLessThanOrEqual(140);
    expect(text).not.toMatch(/[#@]|https?:/);
  }
});

test('the page lists the plans, and names the lowest price', async () => {
  open({ products: [buildProduct()] });
  const prices = within(await screen.findByRole('list', { name: 'Prices' }));
  await prices.findByText('Standard');
  expect(prices.getByRole('listitem').textContent).toBe('Standard$7 / month2 posts a day · 1 X account');
  screen.getByText('From $7 / month');
});
