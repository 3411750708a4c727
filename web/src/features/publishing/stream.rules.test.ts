import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  STREAM_CHECK_MS,
  type StreamOrder,
  type StreamSignal,
  type StreamState,
  streamIdle,
  streamStep,
} from './live-stream.ts';

function run(signals: readonly (readonly [StreamSignal, number])[]): {
  state: StreamState;
  orders: string[];
} {
  let state = streamIdle;
  const orders: string[] = [];
  for (const [signal, now] of signals) {
    const step = streamStep(state, signal, now);
    state = step.state;
    orders.push(...step.orders.map((order) => `${order}@${now}`));
  }
  return { state, orders };
}

test('PUB-04 on a stream error the client closes it and waits 30 seconds before retrying', () => {
  const { orders } = run([
    ['start', 0],
    ['opened', 100],
    ['failed', 1_000],
    ['check', 30_999],
    ['check', 31_000],
  ]);
  expect(orders).toEqual(['connect@0', 'close@1000', 'connect@31000']);
});

test('PUB-05 the retry check runs every 5 seconds', () => {
  expect(STREAM_CHECK_MS).toBe(5_000);
  const checks = Array.from({ length: 8 }, (_, index) => ['check', (index + 1) * 5_000] as const);
  const { orders } = run([['start', 0], ['failed', 1_200], ...checks]);
  expect(orders).toEqual(['connect@0', 'close@1200', 'connect@35000']);
});

test('PUB-06 a check when the tab becomes visible reconnects only once the wait is over', () => {
  expect(
    run([
      ['start', 0],
      ['failed', 0],
      ['check', 12_345],
    ]).orders,
  ).toEqual(['connect@0', 'close@0']);
  expect(
    run([
      ['start', 0],
      ['failed', 0],
      ['check', 3_600_000],
    ]).orders,
  ).toContain('connect@3600000');
});

test('after a reconnect the page catches up, after the first opening it need not', () => {
  const first = run([
    ['start', 0],
    ['opened', 50],
  ]);
  expect(first).toEqual({ state: { phase: 'open' }, orders: ['connect@0'] });
  const again = run([
    ['start', 0],
    ['opened', 50],
    ['failed', 100],
    ['check', 30_100],
    ['opened', 30_200],
  ]);
  expect(again.orders.at(-1)).toBe('catch_up@30200');
});

test('stopping closes, and nothing that comes late opens it again', () => {
  const { state, orders } = run([
    ['start', 0],
    ['stop', 10],
    ['opened', 20],
    ['failed', 30],
    ['check', 99_999],
  ]);
  expect(state).toBe(streamIdle);
  expect(orders).toEqual(['connect@0', 'close@10']);
});

test('whatever happens, there is never more than one stream', () => {
  const signal = fc.constantFrom<StreamSignal>('start', 'opened', 'failed', 'check', 'stop');
  fc.assert(
    fc.property(fc.array(fc.tuple(signal, fc.nat(20_000))), (steps) => {
      let state = streamIdle;
      let now = 0;
      let live = 0;
      for (const [name, later] of steps) {
        now += later;
        const step = streamStep(state, name, now);
        state = step.state;
        const count = (order: StreamOrder): number => step.orders.filter((one) => one === order).length;
        if (count('connect') > 0) expect(live).toBe(0);
        live += count('connect');
        if (count('close') > 0) live = 0;
      }
    }),
  );
});
