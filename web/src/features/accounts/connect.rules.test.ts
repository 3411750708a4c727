import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountsStrings, alreadyConnected, connectErrorText } from './accounts.strings.ts';
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

test('ACC-04 an attempt sends the popup to the address and succeeds by the status poll', () => {
  const { state, orders } = run(begin, address, status(false), status(true));
  expect(names(orders)).toBe('navigate succeed close-popup');
  expect(state).toBe(connectIdle);
});

test('ACC-05 ACC-06 ACC-08 the popup is 600x800, polled every 1500 ms and checked every 500 ms', () => {
  expect(POPUP_FEATURES).toContain('width=600,height=800');
  expect([STATUS_POLL_MS, CLOSED_CHECK_MS]).toEqual([1500, 500]);
});

test('ACC-06 ACC-48 after 120 seconds the attempt fails', () => {
  const tick: ConnectSignal = { type: 'tick', attempt: 1 };
  expect(run(begin, address, 119_999, tick).state.phase).toBe('waiting');
  const { state, orders } = run(begin, address, 120_000, tick);
  expect(failureOf(orders)).toBe('refused');
  expect(state).toBe(connectIdle);
});

test('ACC-08 ACC-48 a closed popup causes one last status check', () => {
  const waiting = run(begin, address, closed, closed);
  expect(names(waiting.orders)).toBe('navigate check-once');
  // An earlier poll does not end the last check.
  expect(run(begin, address, closed, status(false)).state.phase).toBe('checking');
  const silent = run(begin, address, closed, status(false, true));
  expect(names(silent.orders)).toBe('navigate check-once close-popup');
  expect(silent.state).toBe(connectIdle);
  expect(names(run(begin, address, closed, status(true, true)).orders)).toContain('succeed');
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

test('ACC-22 signals of an earlier attempt do not touch the running one', () => {
  const second: ConnectSignal = { type: 'begin', attempt: 2 };
  const { state, orders } = run(begin, { type: 'cancel' }, second, address, status(true), closed);
  expect(names(orders)).toBe('close-popup');
  expect(state).toEqual({ phase: 'authorizing', attempt: 2 });
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

const failed = 'Failed to connect X account. Please try again.';
test.each([
  ['twitter_cancelled', 'You cancelled on X. Nothing was connected.'],
  ['account_limit_reached', 'Account limit reached for your plan. Upgrade to add more X accounts.'],
  [
    'twitter_recently_disconnected',
    'This X account was disconnected recently. Please wait 24 hours before you connect it again.',
  ],
  ['twitter_connection_failed', failed],
  [undefined, failed],
])('ACC-28 ACC-36 ACC-43 the connect error %s has its words', (error, words) => {
  expect(connectErrorText(error)).toBe(words);
});

test('ACC-42 ACC-44 an account of another user is named with a masked email only', () => {
  const text = connectErrorText('twitter_already_connected', 'a***@example.com');
  const rest = 'Each X account can be connected to only one Drumbeat account.';
  expect(text).toBe(`This X account is already linked to another user (a***@example.com). ${rest}`);
  for (const odd of [undefined, '', 'click here', '<b>@x</b>']) {
    expect(alreadyConnected(odd)).toBe(`This X account is already linked to another user. ${rest}`);
  }
});

test('ACC-12 ACC-17 removing and disconnecting an account say what happens to its posts', () => {
  expect([undefined, 0, 1, 2].map(accountsStrings.removeLoss)).toEqual([
    'Its scheduled and failed posts will be deleted.',
    'It has no scheduled or failed posts.',
    'Its 1 scheduled or failed post will be deleted.',
    'Its 2 scheduled and failed posts will be deleted.',
  ]);
  expect(accountsStrings.confirmDisconnect('ada')).toBe(
    'Disconnect @ada? Its scheduled posts will be on hold, and you can only connect it again after 24 hours.',
  );
});
