import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../../testing/screen.tsx';
import { ownMotion } from '../../testing/motion.ts';
import { Carousel } from './Carousel.tsx';

const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label');

test('PLAT-18 PLAT-19 PLAT-20 a carousel has arrows and dots, and turns every 5 seconds', async () => {
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
  await userEvent.click(screen.getByRole('button', { name: 'Slide 2 of 3' }));
  expect(current()).toBe('Slide 2 of 3');
  // The others are out of reach.
  expect([...screen.getByRole('list').children].map((slide) => slide.hasAttribute('inert'))).toEqual([
    true,
    false,
    true,
  ]);
  expect(screen.getByRole('list').style.transform).toBe('translateX(-100%)');
});
