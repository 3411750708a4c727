import { expect, test } from 'vitest';
import { connectionOf } from './connection.rules.ts';

test('an account is connected, switched off, or disconnected, which counts before the switch', () => {
  expect(connectionOf(undefined)).toEqual({ tone: 'idle', text: 'No X account' });
  const of = (needs_reconnect: boolean, is_active: boolean) => connectionOf({ needs_reconnect, is_active });
  expect(of(false, true)).toEqual({ tone: 'good', text: 'Connected' });
  expect(of(false, false)).toEqual({ tone: 'attention', text: 'Switched off' });
  expect(of(true, true)).toEqual({ tone: 'bad', text: 'Disconnected' });
  expect(of(true, false)).toEqual({ tone: 'bad', text: 'Disconnected' });
});
