import { expect, test } from 'vitest';
import { currentToasts, notify, quoteRequestsFrom } from './toasts.ts';

test('PLAT-12 an error carries the id of the last request, or its own; other toasts carry none', () => {
  quoteRequestsFrom(() => 'last');
  notify.error('Failed to save.');
  notify.error('Failed to load.', { requestId: 'own' });
  notify.alert('Please sign in to continue.');
  notify.success('Saved.');
  expect(currentToasts().map((toast) => toast.requestId)).toEqual(['last', 'own', undefined, undefined]);
});

test('at most the last four toasts are shown', () => {
  for (const word of ['a', 'b', 'c', 'd', 'e']) notify.info(word);
  expect(currentToasts().map((toast) => toast.message)).toEqual(['b', 'c', 'd', 'e']);
});

test('equal toasts become one with a count, at the end; another tone is another toast', () => {
  notify.info('Sending.');
  notify.success('Saved.');
  notify.info('Sending.');
  notify.alert('Sending.');
  expect(currentToasts().map(({ tone, message, times }) => [tone, message, times])).toEqual([
    ['success', 'Saved.', 1],
    ['info', 'Sending.', 2],
    ['alert', 'Sending.', 1],
  ]);
});
