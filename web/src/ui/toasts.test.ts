import { expect, test } from 'vitest';
import { currentToasts, notify, quoteRequestsFrom, TOAST_ACTION_MS, TOAST_MS } from './toasts.ts';

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
