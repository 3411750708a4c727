/** The stream itself, without a page: what it asks for, resumes from and tells. */

import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import {
  LiveStream,
  STREAM_CHECK_MS,
  type StreamOrder,
  type StreamSignal,
  type StreamState,
  streamIdle,
  streamStep,
} from './live-stream.ts';

const newPage = () => Object.assign(new EventTarget(), { visibilityState: 'visible' });

let page = newPage();

const streams = FakeEventSource.all;

beforeEach(() => {
  streams.length = 0;
  page = newPage();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  vi.useFakeTimers();
});

/** A started stream, and all that it told; each of its tokens has a number. */
function begin(answer?: () => object) {
  let tokens = 0;
  const server = fakeBrowser({
    'POST /api/sse/token':
      answer ??
      (() => {
        tokens += 1;
        return { token: `token-${tokens}` };
      }),
  });
  const told: unknown[] = [];
  const stream = new LiveStream({
    onFirstOpen: () => told.push('first open'),
    onEvent: (event) => told.push(['event', event]),
    onChange: (kind, posts) => told.push([kind, posts]),
    onStop: (stop) => told.push(['stop', stop]),
    onGap: () => told.push('gap'),
  });
  stream.start();
  return { stream, server, told };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const urls = () => streams.map(({ url }) => url);

test('it resumes after the last event, of whichever kind, with a new token', async () => {
  const { told } = begin();
  await pass(0);
  const kinds = ['ready', 'post_status', 'posts_changed', 'publishing_stop', 'resync'];
  for (const [at, kind] of kinds.entries()) {
    const stream = streams.at(-1);
    stream?.send('open');
    stream?.send(kind, {}, `${at + 1}00`);
    stream?.send(kind, {}, `${at + 1}01`);
    // A word without an id takes none away.
    stream?.send('settings_changed', {});
    stream?.send('error');
    await pass(30_000);
  }
  const after = [2, 3, 4, 5, 6].map((each) => `token-${each}&lastEventId=${each - 1}01`);
  expect(urls()).toEqual(['token-1', ...after].map((end) => `/api/posts/stream?token=${end}`));
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, true, true, true, true, false]);
  // Only the server knows of a gap then, and the first opening is one.
  expect(told.filter((one) => one === 'gap')).toHaveLength(2);
  expect(told.filter((one) => one === 'first open')).toHaveLength(1);
});

test('each kind of event is passed on with what it carries', async () => {
  const { told } = begin();
  await pass(0);
  const [stream] = streams;
  const status = { id: '4', status: 'Posted' };
  stream?.send('post_status', status);
  stream?.send('posts_changed', { at: '2026-11-20T09:00:00.000Z', came: ['9'] });
  for (const kind of ['plan_changed', 'accounts_changed', 'settings_changed']) stream?.send(kind);
  stream?.send('publishing_stop', { since: null });
  stream?.send('ready');
  stream?.send('resync', {});
  expect(told).toEqual([
    ['event', status],
    ['posts_changed', { at: '2026-11-20T09:00:00.000Z', came: ['9'] }],
    ['plan_changed', {}],
    ['accounts_changed', {}],
    ['settings_changed', {}],
    ['stop', { since: null }],
    'gap',
  ]);
});

/** Starts a stream, stops it while its token is on its way, and starts it again. */
async function startTwice(stream: ReturnType<typeof begin>['stream'], first: Promise<Response>) {
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return asked === 1 ? first : Promise.resolve(Response.json({ token: 'another' }));
  });
  stream.start();
  await pass(0);
  stream.stop();
  stream.start();
  await pass(0);
}

test('a token that arrives after the stream was stopped opens nothing, not even beside a later start', async () => {
  const first = Promise.withResolvers<Response>();
  const { stream, server } = begin();
  await pass(0);
  stream.stop();
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true]);
  await startTwice(stream, first.promise);
  first.resolve(Response.json({ token: 'late' }));
  await pass(0);
  expect(urls()).toEqual(['/api/posts/stream?token=token-1', '/api/posts/stream?token=another']);
  expect(streams[1]?.isClosed).toBe(false);
  expect(server.calls.map(({ body }) => body)).toEqual([{ purpose: 'posts_stream' }]);
});

test('a token that is refused is asked for again after thirty seconds', async () => {
  const { server } = begin(() => Response.json({ message: 'No.', code: 'FORBIDDEN' }, { status: 403 }));
  await pass(29_999);
  expect(server.calls).toHaveLength(1);
  await pass(5_001);
  expect(server.calls).toHaveLength(2);
  expect(streams).toEqual([]);
});

test('only a tab that is shown tries before the next check, and a stopped one never', async () => {
  const { stream, server } = begin();
  await pass(0);
  await pass(1_000);
  streams[0]?.send('error');
  await pass(29_000);
  vi.setSystemTime(Date.now() + 1_000);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(server.calls).toHaveLength(1);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(server.calls).toHaveLength(2);
  streams[1]?.send('error');
  stream.stop();
  await pass(60_000);
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(server.calls).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

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
