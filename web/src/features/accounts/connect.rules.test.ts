import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CLOSED_CHECK_MS,
  type ConnectFailure,
  type ConnectOrder,
  type ConnectSignal,
  type ConnectState,
  connectIdle,
  connectStep,
  POPUP_FEATURES,
  STATUS_POLL_MS,
} from './connect.rules.ts';

const begin: ConnectSignal = { type: 'begin', attempt: 1 };
const address: ConnectSignal = { type: 'address', attempt: 1, url: 'https://x.com/authorize' };
const closed: ConnectSignal = { type: 'popup-closed', attempt: 1 };
const granted: ConnectSignal = { type: 'message', success: true, error: undefined, existingEmail: undefined };
const status = (connected: boolean, last = false): ConnectSignal => ({
  type: 'status',
  attempt: 1,
  connected,
  last,
});

function run(...signals: (ConnectSignal | number)[]): { state: ConnectState; orders: ConnectOrder[] } {
  let state = connectIdle;
  let now = 0;
  const orders: ConnectOrder[] = [];
  for (const signal of signals) {
    if (typeof signal === 'number') {
      now = signal;
      continue;
    }
    const step = connectStep(state, signal, now);
    state = step.state;
    orders.push(...step.orders);
  }
  return { state, orders };
}
const names = (orders: readonly ConnectOrder[]): string => orders.map((order) => order.do).join(' ');
const failureOf = (orders: readonly ConnectOrder[]): ConnectFailure | undefined =>
  orders.flatMap((order) => (order.do === 'fail' ? [order.failure] : []))[0];

test('ACC-04 an attempt obtains the address, sends the popup there, and succeeds by the status poll', () => {
  const { state, orders } = run(begin, address, status(false), status(true));
  expect(names(orders)).toBe('navigate succeed close-popup');
  expect(state).toBe(connectIdle);
});

test('ACC-05 ACC-06 ACC-08 the popup and the clocks', () => {
  expect(POPUP_FEATURES).toContain('width=600,height=800');
  expect([STATUS_POLL_MS, CLOSED_CHECK_MS]).toEqual([1500, 500]);
});

test('ACC-06 ACC-48 the poll runs for up to 120 seconds, then the attempt fails with the generic words', () => {
  const tick: ConnectSignal = { type: 'tick', attempt: 1 };
  expect(run(begin, address, 119_999, tick).state.phase).toBe('waiting');
  const { state, orders } = run(begin, address, 120_000, tick);
  expect(failureOf(orders)).toBe('refused');
  expect(state).toBe(connectIdle);
});

test('ACC-08 ACC-48 a closed popup brings one last status check, then silence', () => {
  const waiting = run(begin, address, closed, closed);
  expect(names(waiting.orders)).toBe('navigate check-once');
  const silent = run(begin, address, closed, status(false, true));
  expect(names(silent.orders)).toBe('navigate check-once close-popup');
  expect(silent.state).toBe(connectIdle);
});

test('ACC-48 the last check may still find the connection', () => {
  expect(names(run(begin, address, closed, status(true, true)).orders)).toBe(
    'navigate check-once succeed close-popup',
  );
});

test('ACC-08 a poll on its way when the popup closes does not end the last check', () => {
  expect(run(begin, address, closed, status(false)).state.phase).toBe('checking');
});

test('ACC-09 the popup message with success also ends the flow', () => {
  expect(names(run(begin, address, granted).orders)).toBe('navigate succeed close-popup');
});

test('ACC-10 ACC-35 the popup message carries the error', () => {
  const refused: ConnectSignal = { ...granted, success: false, error: 'twitter_already_connected' };
  expect(failureOf(run(begin, address, refused).orders)).toEqual({
    error: 'twitter_already_connected',
    existingEmail: undefined,
  });
});

test('ACC-34 an answer without an address fails', () => {
  for (const url of [undefined, null, '', 7]) {
    expect(failureOf(run(begin, { ...address, url }).orders)).toBe('no-address');
  }
});

test('ACC-22 one latch an attempt: the first signal wins and the others are not handled', () => {
  const { orders } = run(begin, address, granted, status(true), closed, status(true, true), granted);
  expect(names(orders)).toBe('navigate succeed close-popup');
});

test('ACC-22 signals of an earlier attempt do not touch the running one', () => {
  const second: ConnectSignal = { type: 'begin', attempt: 2 };
  const { state, orders } = run(begin, { type: 'cancel' }, second, address, status(true), closed);
  expect(names(orders)).toBe('close-popup');
  expect(state).toEqual({ phase: 'authorizing', attempt: 2 });
});

test('closing the popup before X is reached ends the attempt without a word', () => {
  expect(names(run(begin, closed, address).orders)).toBe('close-popup');
});

test('ACC-22 in any order of signals an attempt ends once', () => {
  const signal = fc.constantFrom<ConnectSignal>(
    address,
    closed,
    granted,
    { ...granted, success: false },
    status(true),
    status(false),
    status(false, true),
    { type: 'failed', attempt: 1, failure: 'refused' },
    { type: 'tick', attempt: 1 },
  );
  fc.assert(
    fc.property(fc.array(signal), fc.nat(200_000), (signals, now) => {
      const { orders } = run(begin, now, ...signals);
      const ends = orders.filter((order) => order.do === 'succeed' || order.do === 'fail');
      expect(ends.length).toBeLessThanOrEqual(1);
    }),
  );
});

test('an attempt that fails says why and closes its popup, in every phase', () => {
  const failed: ConnectSignal = { type: 'failed', attempt: 1, failure: 'limit-reached' };
  for (const before of [[begin], [begin, address], [begin, address, closed]]) {
    const { state, orders } = run(...before, failed);
    expect(orders.slice(-2)).toEqual([{ do: 'fail', failure: 'limit-reached' }, { do: 'close-popup' }]);
    expect(state).toBe(connectIdle);
  }
});

test('ACC-10 the popup message names the person who has the account already', () => {
  const taken: ConnectSignal = { ...granted, success: false, error: 'x', existingEmail: 'a••••@e••••.com' };
  expect(failureOf(run(begin, address, taken).orders)).toEqual({
    error: 'x',
    existingEmail: 'a••••@e••••.com',
  });
});

test('the deadline is looked at by the clock alone, and only once X was reached', () => {
  const tick: ConnectSignal = { type: 'tick', attempt: 1 };
  expect(run(begin, 500_000, tick).state).toEqual({ phase: 'authorizing', attempt: 1 });
  expect(run(begin, 0, address, 500_000, status(false)).state.phase).toBe('waiting');
  expect(run(begin, address, closed, 500_000, tick).state).toEqual({ phase: 'checking', attempt: 1 });
});

test('the popup goes to the address that was given', () => {
  expect(run(begin, address)).toEqual({
    state: { phase: 'waiting', attempt: 1, deadline: 120_000 },
    orders: [{ do: 'navigate', url: 'https://x.com/authorize' }],
  });
});
