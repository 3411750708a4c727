import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../testing/screen.tsx';
import { ownMotion } from '../testing/motion.ts';
import { Carousel } from './Carousel.tsx';

const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label');

test('PLAT-18 PLAT-19 PLAT-20 a carousel has arrows and dots, and turns every 5 seconds by itself', async () => {
  ownMotion();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  render(<Carousel label="Tips" slides={['One', 'Two', 'Three']} />);
  expect(current()).toBe('Slide 1 of 3');
  vi.advanceTimersByTime(4_900);
  expect(current()).toBe('Slide 1 of 3');
  vi.advanceTimersByTime(200);
  await expect.poll(current).toBe('Slide 2 of 3');
  expect(screen.getByRole('list').style.transitionDuration).toBe('500ms');
  await userEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  expect(current()).toBe('Slide 3 of 3');
  vi.advanceTimersByTime(60_000);
  expect(current()).toBe('Slide 3 of 3');
  await userEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  expect(current()).toBe('Slide 1 of 3');
  await userEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
  expect(current()).toBe('Slide 3 of 3');
});

test('two slides turn as well; one alone has nothing to turn to', async () => {
  ownMotion();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { rerender } = render(<Carousel label="Tips" slides={['One', 'Two']} />);
  vi.advanceTimersByTime(5_100);
  await expect.poll(current).toBe('Slide 2 of 2');
  rerender(<Carousel key="one" label="Tips" slides={['One']} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});
