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
