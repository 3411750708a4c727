import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../../testing/screen.tsx';
import { ownMotion } from '../../testing/motion.ts';
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
  await userEvent.click(screen.getByRole('button', { name: 'Slide 2 of 3' }));
  expect(current()).toBe('Slide 2 of 3');
  // The others are out of reach.
  expect([...screen.getByRole('list').children].map((slide) => slide.hasAttribute('inert'))).toEqual([
    true,
    false,
    true,
  ]);
  expect(screen.getByRole('list').style.transform).toBe('translateX(-100%)');
  (document.activeElement as HTMLElement).blur();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.advanceTimersByTime(60_000);
  expect(current()).toBe('Slide 2 of 3');
  hidden.mockRestore();
});

test('where nothing may move, slides turn by hand alone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ownMotion({ isReduced: true });
  render(<Carousel label="Tips" slides={['One', 'Two']} />);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(current()).toBe('Slide 1 of 2');
  await userEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  expect(current()).toBe('Slide 2 of 2');
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

test('a carousel of its own pace keeps it', () => {
  ownMotion();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  render(<Carousel label="Tips" slides={['One', 'Two', 'Three']} everyMs={8_000} />);
  act(() => void vi.advanceTimersByTime(7_999));
  expect(current()).toBe('Slide 1 of 3');
  act(() => void vi.advanceTimersByTime(1));
  expect(current()).toBe('Slide 2 of 3');
  // One that was chosen stays for its whole time.
  act(() => void vi.advanceTimersByTime(4_000));
  fireEvent.click(screen.getByRole('button', { name: 'Slide 1 of 3' }));
  act(() => void vi.advanceTimersByTime(7_999));
  expect(current()).toBe('Slide 1 of 3');
  act(() => void vi.advanceTimersByTime(1));
  expect(current()).toBe('Slide 2 of 3');
});

test('where slides go, the last that is left shows, and turning goes on from there', () => {
  ownMotion();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { rerender } = render(<Carousel label="Tips" slides={['One', 'Two', 'Three', 'Four']} />);
  fireEvent.click(screen.getByRole('button', { name: 'Slide 4 of 4' }));
  rerender(<Carousel label="Tips" slides={['One', 'Two', 'Three']} />);
  expect(current()).toBe('Slide 3 of 3');
  expect(screen.getByText('Three').hasAttribute('inert')).toBe(false);
  expect(screen.getByRole('list').style.transform).toBe('translateX(-200%)');
  act(() => void vi.advanceTimersByTime(5_100));
  expect(current()).toBe('Slide 1 of 3');
  fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
  rerender(<Carousel label="Tips" slides={['One', 'Two']} />);
  fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
  expect(current()).toBe('Slide 1 of 2');
  rerender(<Carousel label="Tips" slides={['One']} />);
  expect(screen.getByText('One').hasAttribute('inert')).toBe(false);
});
