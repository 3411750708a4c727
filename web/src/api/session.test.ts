import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from '../testing/browser.ts';
import { clearToken, getToken, onSessionChange, sessionEnd, setToken } from './session.ts';

beforeEach(() => void fakeBrowser({}));

test('listeners hear of each change of the session until they stop', () => {
  const heard: [string | null, string | undefined][] = [];
  const others: string[] = [];
  const stopFirst = onSessionChange(() => {
    others.push('first');
    // A listener that stops during a change does not stop the others.
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
