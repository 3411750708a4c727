import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWatchdog } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(seconds = 30) {
  const onStuck = vi.fn();
  return { onStuck, dog: createWatchdog(seconds, onStuck) };
}

test('work without progress for 30 s is stuck, and said so once', () => {
  const { dog, onStuck } = watched();
  dog.begin();
  vi.advanceTimersByTime(29_999);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onStuck).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(300_000);
  expect(onStuck).toHaveBeenCalledTimes(1);
});

test('who sleeps, or has not begun, is not stuck', () => {
  const { dog, onStuck } = watched();
  vi.advanceTimersByTime(3_600_000);
  dog.begin();
  vi.advanceTimersByTime(20_000);
  dog.rest();
  vi.advanceTimersByTime(3_600_000);
  dog.begin();
  vi.advanceTimersByTime(29_000);
  expect(onStuck).not.toHaveBeenCalled();
});

test('each step that is done gives the next one its whole time', () => {
  const { dog, onStuck } = watched();
  dog.begin();
  for (let step = 0; step < 10; step += 1) {
    vi.advanceTimersByTime(29_000);
    dog.beat();
  }
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  expect(onStuck).toHaveBeenCalledTimes(1);
});
