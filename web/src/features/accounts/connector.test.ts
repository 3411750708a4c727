import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { buildAccount } from './build-account.fixture.ts';
import type { Explained } from './connect-calls.ts';
import { Connector } from './connector.ts';

const AUTHORIZE = 'POST /api/oauth/x/authorize';
const STATUS = 'GET /api/oauth/x/status';
const LIST = 'GET /api/twitter/accounts';
const ada = buildAccount();
const dead = buildAccount({ id: '8', username: 'grace', needs_reconnect: true });
const failed = 'Failed to connect X account. Please try again.';

/** What the page's window has been told, and what it tells. */
class FakeWindow extends EventTarget {
  readonly location = { origin: 'https://drumbeat.example', assign: vi.fn() };
  readonly popups: { closed: boolean; close: () => void; location: { replace: (url: string) => void } }[] =
    [];
  isBlocked = false;
  went: string[] = [];
  open = vi.fn(() => {
    if (this.isBlocked) return null;
    const number = this.popups.length + 1;
    const popup = {
      closed: false,
      close: () => void this.went.push(`popup ${number} closed`),
      location: { replace: (url: string) => void this.went.push(`popup ${number} at ${url}`) },
    };
    this.popups.push(popup);
    return popup;
  });
  say(data: object, origin = 'https://drumbeat.example'): void {
    this.dispatchEvent(Object.assign(new Event('message'), { origin, data }));
  }
}

let page: FakeWindow;
let told: { busy: boolean[]; problems: (Explained | null)[]; connected: number };
let connector: Connector;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  page = new FakeWindow();
  vi.stubGlobal('window', page);
  told = { busy: [], problems: [], connected: 0 };
  connector = new Connector({
    onBusy: (busy) => told.busy.push(busy),
    onConnected: () => {
      told.connected += 1;
    },
    onProblem: (problem) => told.problems.push(problem),
  });
});
afterEach(() => connector.cancel());

const begin = (over: Partial<Parameters<Connector['begin']>[0]> = {}) =>
  connector.begin({ accounts: [], verified: true, reconnect: undefined, ...over });
/** Waits for what is on its way, while the clocks stand still. */
const soon = <T>(look: () => T) => expect.poll(look, { interval: 1 });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const toasts = () => currentToasts().map(({ message }) => message);
const authUrl = 'https://x.example/authorize';

test('who has not verified the address gets another email and no popup', async () => {
  const { calls } = fakeBrowser({ 'POST /api/auth/resend-verification': { message: 'ok' } });
  begin({ verified: false });
  await soon(() => told.problems).toHaveLength(2);
  expect(told.problems).toEqual([
    null,
    {
      text: 'Please verify your email to connect your X account. We just sent you a new verification link.',
    },
  ]);
  expect(page.open).not.toHaveBeenCalled();
  expect(calls.map(({ name }) => name)).toEqual(['POST /api/auth/resend-verification']);
});

test('a popup that is blocked ends the attempt, and the next one begins anew', async () => {
  const { calls } = fakeBrowser({ [AUTHORIZE]: { authUrl } });
  page.isBlocked = true;
  begin();
  await soon(() => told.problems.at(-1)).toMatchObject({ isBlocked: true });
  expect([calls, told.busy, vi.getTimerCount()]).toEqual([[], [], 0]);
  page.isBlocked = false;
  begin();
  expect(told.problems.at(-1)).toBeNull();
  await soon(() => page.went).toEqual(['popup 1 at https://x.example/authorize']);
});

test('one attempt at a time: pressed twice it opens one popup, and asks once', async () => {
  const { calls } = fakeBrowser({ [AUTHORIZE]: { authUrl } });
  begin({ accounts: [dead], reconnect: '8' });
  begin({ accounts: [dead], reconnect: '8' });
  await soon(() => page.went).toHaveLength(1);
  expect(page.open).toHaveBeenCalledTimes(1);
  expect(calls).toMatchObject([{ name: AUTHORIZE, body: { reconnect: '8' } }]);
  expect(told.busy).toEqual([true, true]);
});

test('the list is looked at where there were accounts; nothing is heard or asked once it is over', async () => {
  let accounts = [ada, dead];
  const { calls } = fakeBrowser({ [AUTHORIZE]: { authUrl }, [LIST]: () => ({ accounts }) });
  begin({ accounts: [ada, dead], reconnect: '8' });
  await soon(() => page.went).toHaveLength(1);
  await pass(1_499);
  expect(calls.map(({ name }) => name)).toEqual([AUTHORIZE]);
  await pass(1);
  await soon(() => calls.map(({ name }) => name)).toEqual([AUTHORIZE, LIST]);
  expect(told.connected).toBe(0);
  // One that could be used before is not what was asked for; this one is.
  accounts = [ada, { ...dead, needs_reconnect: false }];
  await pass(1_500);
  await soon(() => told.connected).toBe(1);
  expect(page.went.at(-1)).toBe('popup 1 closed');
  expect(told.busy.at(-1)).toBe(false);
  const before = calls.length;
  page.say({ type: 'X_OAUTH_COMPLETE', success: true });
  await pass(10_000);
  expect([told.connected, vi.getTimerCount()]).toEqual([1, 0]);
  // The picture is asked for once.
  expect(
    calls
      .slice(before)
      .map(({ name }) => name)
      .filter((name) => name === LIST),
  ).toEqual([]);
});

test('the popup is heard from our own page alone, and tells that it is done, or why not', async () => {
  fakeBrowser({ [AUTHORIZE]: { authUrl } });
  begin();
  await soon(() => page.went).toHaveLength(1);
  page.say({ type: 'X_OAUTH_COMPLETE', success: true }, 'https://evil.example');
  page.say({ type: 'another', success: true });
  expect([told.connected, told.busy.at(-1)]).toEqual([0, true]);
  page.say({ type: 'X_OAUTH_COMPLETE', success: false, error: 'twitter_cancelled' });
  await soon(() => told.problems.at(-1)).toEqual({ text: 'You cancelled on X. Nothing was connected.' });
  expect(told.busy.at(-1)).toBe(false);
  begin();
  page.say({ type: 'X_OAUTH_COMPLETE', success: true });
  expect(told.connected).toBe(1);
  expect(page.went.at(-1)).toBe('popup 2 closed');
  await soon(() => toasts()).toEqual(['X account connected successfully!']);
});

test('after two minutes without an answer it is said that it failed', async () => {
  fakeBrowser({ [AUTHORIZE]: { authUrl }, [STATUS]: { connected: false } });
  begin();
  await soon(() => page.went).toHaveLength(1);
  await pass(118_500);
  expect(told.busy.at(-1)).toBe(true);
  await pass(1_500);
  await soon(() => told.problems.at(-1)).toEqual({ text: failed });
  expect([told.busy.at(-1), page.went.at(-1), vi.getTimerCount()]).toEqual([false, 'popup 1 closed', 0]);
});

test('a popup that is closed is looked for every half a second; what was connected meanwhile is found', async () => {
  const { calls } = fakeBrowser({ [AUTHORIZE]: { authUrl }, [STATUS]: { connected: true } });
  begin();
  await soon(() => page.went).toHaveLength(1);
  await pass(500);
  expect(calls).toHaveLength(1);
  Object.assign(page.popups[0] ?? {}, { closed: true });
  await pass(499);
  expect(calls).toHaveLength(1);
  await pass(1);
  await soon(() => told.connected).toBe(1);
  expect(calls[1]?.name).toBe(STATUS);
});

test('an answer to an attempt that was taken back sends the popup of the next one nowhere', async () => {
  const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  let asked = 0;
  const whole = () => answers[asked++]?.promise;
  fakeBrowser({});
  vi.stubGlobal('fetch', async () => Response.json(await whole()));
  begin();
  await soon(() => asked).toBe(1);
  connector.cancel();
  expect([page.went, told.busy.at(-1)]).toEqual([['popup 1 closed'], false]);
  begin();
  await soon(() => asked).toBe(2);
  answers[0]?.resolve({ authUrl: 'https://x.example/first' });
  answers[1]?.resolve({ authUrl: 'https://x.example/second' });
  await soon(() => page.went).toHaveLength(2);
  expect(page.went).toEqual(['popup 1 closed', 'popup 2 at https://x.example/second']);
});

test('in this tab the page waits until X is there; only a failure ends the wait', async () => {
  const { calls } = fakeBrowser({ [AUTHORIZE]: { authUrl } });
  await connector.beginHere('8');
  expect(page.location.assign).toHaveBeenCalledExactlyOnceWith(authUrl);
  expect([told.busy, told.problems, calls.map(({ body }) => body)]).toEqual([
    [true],
    [null],
    [{ reconnect: '8' }],
  ]);
  const full = fakeBrowser({
    [AUTHORIZE]: Response.json({ message: 'x', code: 'ACCOUNT_LIMIT_REACHED' }, { status: 409 }),
  });
  await connector.beginHere(undefined);
  await soon(() => told.problems.at(-1)).toEqual({
    text: 'Account limit reached for your plan. Upgrade to add more X accounts.',
  });
  expect([told.busy.slice(1), full.calls.map(({ body }) => body)]).toEqual([[true, false], [{}]]);
});

test('a refusal, and an answer without an address, are explained', async () => {
  fakeBrowser({ [AUTHORIZE]: { other: 1 } });
  begin();
  await soon(() => told.problems.at(-1)).toEqual({
    text: 'Failed to initiate X connection. Please try again.',
  });
  fakeBrowser({
    [AUTHORIZE]: Response.json({ message: 'x', requestId: 'request-9' }, { status: 500 }),
  });
  begin();
  await soon(() => told.problems.at(-1)).toEqual({ text: failed, requestId: 'request-9' });
  expect(page.went).toEqual(['popup 1 closed', 'popup 2 closed']);
});
