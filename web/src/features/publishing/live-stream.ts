/** The live stream of post statuses, kept open according to `stream.rules.ts`. */
import type { PostStatusEvent } from '@drumbeat/contract/publishing/publishing.ts';
import {
  type PersonChange,
  type PostsChange,
  PUBLISHING_STOP,
  type PublishingStopEvent,
  personChanges,
  READY,
  RESYNC,
} from '@drumbeat/contract/publishing/stream-events.ts';
import { call } from '../../api/client.ts';

/** How long the stream stays closed after an error (PUB-05). */
const STREAM_BACKOFF_MS = 30_000;

/** How often to check whether that wait is over (PUB-05). */
export const STREAM_CHECK_MS = 5_000;

/**
 * The states of the live stream.
 *
 *   idle ──start──▶ connecting ──opened──▶ open
 *                       ▲  │                 │
 *                     check└──────failed─────┘──▶ waiting (30 s)
 *
 * `check` comes every 5 seconds and whenever the tab becomes visible; it reconnects only when the wait is over. Events
 * may have been missed while the stream was down, so every connection except the first one also catches up.
 */
export type StreamState =
  | { phase: 'idle' }
  | { phase: 'connecting'; again: boolean }
  | { phase: 'open' }
  | { phase: 'waiting'; retryAt: number };

export type StreamSignal = 'start' | 'opened' | 'failed' | 'check' | 'stop';

export type StreamOrder = 'connect' | 'close' | 'catch_up';

export type StreamStep = { state: StreamState; orders: readonly StreamOrder[] };

export const streamIdle: StreamState = { phase: 'idle' };

/** The stream's next step on a signal at `now` (ms). */
export function streamStep(state: StreamState, signal: StreamSignal, now: number): StreamStep {
  const stay: StreamStep = { state, orders: [] };
  switch (signal) {
    case 'start':
      return state.phase === 'idle'
        ? { state: { phase: 'connecting', again: false }, orders: ['connect'] }
        : stay;
    case 'opened':
      if (state.phase !== 'connecting') return stay;
      return { state: { phase: 'open' }, orders: state.again ? ['catch_up'] : [] };
    case 'failed':
      if (state.phase !== 'connecting' && state.phase !== 'open') return stay;
      return { state: { phase: 'waiting', retryAt: now + STREAM_BACKOFF_MS }, orders: ['close'] };
    case 'check':
      // Stryker disable next-line ConditionalExpression: only a waiting stream has `retryAt`.
      return state.phase === 'waiting' && now >= state.retryAt
        ? { state: { phase: 'connecting', again: true }, orders: ['connect'] }
        : stay;
    case 'stop':
      return state.phase === 'idle' ? stay : { state: streamIdle, orders: ['close'] };
  }
}

type Listeners = {
  /** The first connection: changes since the screen was loaded were not streamed. */
  onFirstOpen: () => void;
  onEvent: (event: PostStatusEvent) => void;
  /** `posts` lists the affected posts, if the server knows them. */
  onChange: (kind: PersonChange, posts: PostsChange) => void;
  onStop: (stop: PublishingStopEvent) => void;
  /** Events of any kind may have been missed. */
  onGap: () => void;
};

export class LiveStream {
  readonly #listeners: Listeners;
  #state: StreamState = streamIdle;
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #hasOpened = false;
  /** The id of the latest event, from which the next connection resumes. */
  #lastId = '';
  /** Counts connections, so that a token that arrives after its attempt was given up is ignored. */
  #turn = 0;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  start(): void {
    this.#timer = setInterval(() => this.#signal('check'), STREAM_CHECK_MS);
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#signal('start');
  }

  stop(): void {
    clearInterval(this.#timer);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#signal('stop');
  }

  readonly #onVisibility = (): void => {
    if (document.visibilityState === 'visible') this.#signal('check');
  };

  #signal(signal: StreamSignal): void {
    const step = streamStep(this.#state, signal, Date.now());
    this.#state = step.state;
    for (const order of step.orders) this.#obey(order);
  }

  #obey(order: StreamOrder): void {
    if (order === 'connect') void this.#connect();
    else if (order === 'close') this.#close();
    // With an id, the server sends what was missed.
    else if (!this.#lastId) this.#listeners.onGap();
  }

  #close(): void {
    this.#turn += 1;
    this.#source?.close();
    this.#source = null;
  }

  async #connect(): Promise<void> {
    const turn = this.#turn;
    try {
      const { token } = await call(
        'POST /api/sse/token',
        { body: { purpose: 'posts_stream' } },
        { background: true },
      );
      if (turn === this.#turn) this.#open(token);
    } catch {
      if (turn === this.#turn) this.#signal('failed');
    }
  }

  #open(token: string): void {
    const base = import.meta.env.VITE_API_BASE ?? '';
    const query = new URLSearchParams({ token, ...(this.#lastId && { lastEventId: this.#lastId }) });
    const source = new EventSource(`${base}/api/posts/stream?${query}`);
    this.#source = source;
    source.addEventListener('open', () => {
      this.#signal('opened');
      if (!this.#hasOpened) this.#listeners.onFirstOpen();
      this.#hasOpened = true;
    });
    source.addEventListener('error', () => this.#signal('failed'));
    const listen = (name: string, tell: (data: string) => void) =>
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId) this.#lastId = event.lastEventId;
        tell(event.data);
      });
    listen('post_status', (data) => this.#listeners.onEvent(JSON.parse(data) as PostStatusEvent));
    for (const kind of personChanges)
      listen(kind, (data) => this.#listeners.onChange(kind, (JSON.parse(data) ?? {}) as PostsChange));
    listen(PUBLISHING_STOP, (data) => this.#listeners.onStop(JSON.parse(data) as PublishingStopEvent));
    listen(RESYNC, () => this.#listeners.onGap());
    listen(READY, () => undefined);
  }
}
