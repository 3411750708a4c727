import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { buildAccount } from './build-account.fixture.ts';
import type { Explained } from './connect-calls.ts';
import { Connector } from './connector.ts';

const AUTHORIZE = 'POST /api/oauth/x/authorize';
const LIST = 'GET /api/twitter/accounts';
const ada = buildAccount();
const dead = buildAccount({ id: '8', username: 'grace', needs_reconnect: true });

/** The window of the page with its popups. */
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
const authUrl = 'https://x.example/authorize';

test('pressed twice it opens one popup and makes one call', async () => {
  const { calls } = fakeBrowser({ [AUTHORIZE]: { authUrl } });
  begin({ accounts: [dead], reconnect: '8' });
  begin({ accounts: [dead], reconnect: '8' });
  await soon(() => page.went).toHaveLength(1);
  expect(page.open).toHaveBeenCalledTimes(1);
  expect(calls).toMatchObject([{ name: AUTHORIZE, body: { reconnect: '8' } }]);
  expect(told.busy).toEqual([true, true]);
});

test('a reconnection polls the list of accounts until its account works', async () => {
  let accounts = [ada, dead];
  const { calls } = fakeBrowser({ [AUTHORIZE]: { authUrl }, [LIST]: () => ({ accounts }) });
  begin({ accounts: [ada, dead], reconnect: '8' });
  await soon(() => page.went).toHaveLength(1);
  await pass(1_499);
  expect(calls.map(({ name }) => name)).toEqual([AUTHORIZE]);
  await pass(1);
  await soon(() => calls.map(({ name }) => name)).toEqual([AUTHORIZE, LIST]);
  expect(told.connected).toBe(0);
  accounts = [ada, { ...dead, needs_reconnect: false }];
  await pass(1_500);
  await soon(() => told.connected).toBe(1);
  expect(page.went.at(-1)).toBe('popup 1 closed');
  expect(told.busy.at(-1)).toBe(false);
  const before = calls.length;
  page.say({ type: 'X_OAUTH_COMPLETE', success: true });
  await pass(10_000);
  expect([told.connected, vi.getTimerCount()]).toEqual([1, 0]);
  expect(calls.slice(before).filter(({ name }) => name === LIST)).toEqual([]);
});

test('a late answer of a cancelled attempt does not move the next popup', async () => {
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
