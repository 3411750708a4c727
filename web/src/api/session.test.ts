import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from '../testing/browser.ts';
import { clearToken, getToken, onSessionChange, sessionEnd, setToken } from './session.ts';

beforeEach(() => void fakeBrowser({}));

test('who listens finds the session as it is by then, until they stop; a new one forgets how the last ended', () => {
  const heard: [string | null, string | undefined][] = [];
  const others: string[] = [];
  const stopFirst = onSessionChange(() => {
    others.push('first');
    // Who stops while it is told keeps no other from hearing it.
    stopFirst();
  });
  const stop = onSessionChange(() => heard.push([getToken(), sessionEnd()]));
  setToken('of Ada');
  clearToken('expired');
  setToken('of Grace');
  clearToken('signed-out');
  stop();
  setToken('of Joan');
  expect(heard).toEqual([
    ['of Ada', undefined],
    [null, 'expired'],
    ['of Grace', undefined],
    [null, 'signed-out'],
  ]);
  expect(others).toEqual(['first']);
  expect([getToken(), sessionEnd()]).toEqual(['of Joan', undefined]);
});
