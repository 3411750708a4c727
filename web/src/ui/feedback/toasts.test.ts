import { expect, test } from 'vitest';
import {
  currentToasts,
  dismissToast,
  notify,
  onToasts,
  quoteRequestsFrom,
  TOAST_ACTION_MS,
  TOAST_MS,
} from './toasts.ts';

test('PLAT-11 a toast lasts 5 seconds', () => expect(TOAST_MS).toBe(5000));

test('PLAT-12 an error carries the id of the last request, or its own; other toasts carry none', () => {
  quoteRequestsFrom(() => 'last');
  notify.error('Failed to save.');
  notify.error('Failed to load.', { requestId: 'own' });
  notify.alert('Please sign in to continue.');
  notify.success('Saved.');
  expect(currentToasts().map((toast) => toast.requestId)).toEqual(['last', 'own', undefined, undefined]);
});

test('the same words are shown once, with how often they were told, and never more than four toasts', () => {
  for (const word of ['a', 'b', 'c', 'd', 'e', 'e']) notify.info(word);
  expect(currentToasts().map((toast) => toast.message)).toEqual(['b', 'c', 'd', 'e']);
  expect(currentToasts().map((toast) => toast.times)).toEqual([1, 1, 1, 2]);
});

test('a toast with a button stays 10 seconds, and keeps the latest of equal buttons', () => {
  expect(TOAST_ACTION_MS).toBe(10_000);
  const pressed: string[] = [];
  const undo = (name: string) => ({ label: 'Undo', press: () => void pressed.push(name) });
  notify.success('Moved.', { action: undo('first') });
  notify.success('Moved.', { action: undo('second') });
  for (const toast of currentToasts()) toast.action?.press();
  expect(pressed).toEqual(['second']);
});

test('what is told again goes to the end, as a toast of its own; in another tone it is another one', () => {
  notify.info('Sending.');
  notify.success('Saved.');
  const [before] = currentToasts();
  notify.info('Sending.');
  notify.alert('Sending.');
  expect(currentToasts().map(({ tone, message, times }) => [tone, message, times])).toEqual([
    ['success', 'Saved.', 1],
    ['info', 'Sending.', 2],
    ['alert', 'Sending.', 1],
  ]);
  const ids = currentToasts().map(({ id }) => id);
  expect(new Set([...ids, before?.id]).size).toBe(4);
  notify.info('Sending.');
  expect(currentToasts().map(({ times }) => times)).toEqual([1, 1, 3]);
});

test('who listens hears of each toast that comes and goes, until they stop', () => {
  const heard: number[] = [];
  const stop = onToasts(() => heard.push(currentToasts().length));
  notify.info('a');
  notify.info('b');
  const [first, second] = currentToasts().map(({ id }) => id);
  dismissToast(first ?? 0);
  expect(currentToasts().map(({ message }) => message)).toEqual(['b']);
  // It is gone already.
  dismissToast(first ?? 0);
  stop();
  dismissToast(second ?? 0);
  expect(heard).toEqual([1, 2, 1, 1]);
});

test('a failure that is told again quotes its latest request', () => {
  notify.error('Failed.', { requestId: 'first' });
  notify.error('Failed.', { requestId: 'second' });
  expect(currentToasts().map(({ requestId, times }) => [requestId, times])).toEqual([['second', 2]]);
});
