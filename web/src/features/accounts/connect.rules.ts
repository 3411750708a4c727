/** The popup in which X asks for permission (ACC-05). */
export const POPUP_FEATURES = 'popup,width=600,height=800';
export const STATUS_POLL_MS = 1_500;
const CONNECT_TIMEOUT_MS = 120_000;
export const CLOSED_CHECK_MS = 500;

/**
 * One attempt to connect X.
 *
 *   idle ──begin──▶ authorizing ──address──▶ waiting ──popup-closed──▶ checking ──▶ idle
 *
 * The result may come from the popup's message, from the status poll, or from the last check after the popup has
 * closed. The first one ends the attempt; later ones are ignored.
 */
export type ConnectState =
  | { phase: 'idle' }
  | { phase: 'authorizing'; attempt: number }
  | { phase: 'waiting'; attempt: number; deadline: number }
  | { phase: 'checking'; attempt: number };

export type ConnectFailure =
  | 'unverified'
  | 'limit-reached'
  | 'no-address'
  | 'blocked'
  | 'refused'
  | { requestId: string | undefined }
  | CallbackFailure;

/** What the callback page says about a failed attempt. */
export type CallbackFailure = {
  error: string | undefined;
  existingEmail: string | undefined;
  /** The account that X authorised instead of the requested one, and whether it is already connected. */
  otherUsername?: string | undefined;
  otherIsConnected?: boolean | undefined;
};

export type ConnectSignal =
  | { type: 'begin'; attempt: number }
  | { type: 'address'; attempt: number; url: unknown }
  | { type: 'failed'; attempt: number; failure: ConnectFailure }
  | { type: 'tick'; attempt: number }
  | { type: 'popup-closed'; attempt: number }
  | { type: 'status'; attempt: number; connected: boolean; last: boolean }
  | ({ type: 'message'; success: boolean } & CallbackFailure)
  | { type: 'cancel' };

export type ConnectOrder =
  | { do: 'navigate'; url: string }
  | { do: 'check-once' }
  | { do: 'close-popup' }
  | { do: 'succeed' }
  | { do: 'fail'; failure: ConnectFailure };

export type ConnectStep = { state: ConnectState; orders: readonly ConnectOrder[] };

export const connectIdle: ConnectState = { phase: 'idle' };

function end(...orders: ConnectOrder[]): ConnectStep {
  return { state: connectIdle, orders: [...orders, { do: 'close-popup' }] };
}

type Running = Exclude<ConnectState, { phase: 'idle' }>;

function failureOf({
  error,
  existingEmail,
  otherUsername,
  otherIsConnected,
}: CallbackFailure): CallbackFailure {
  return { error, existingEmail, otherUsername, otherIsConnected };
}

/** Signals that end a running attempt in any phase. */
function endingOf(signal: ConnectSignal): ConnectStep | null {
  switch (signal.type) {
    case 'failed':
      return end({ do: 'fail', failure: signal.failure });
    case 'message':
      return signal.success ? end({ do: 'succeed' }) : end({ do: 'fail', failure: failureOf(signal) });
    case 'status':
      return signal.connected ? end({ do: 'succeed' }) : null;
    case 'cancel':
      return end();
    // Stryker disable next-line ConditionalExpression: without it the answer is undefined, which means the same.
    default:
      return null;
  }
}

function authorizing(attempt: number, signal: ConnectSignal, now: number): ConnectStep | null {
  if (signal.type === 'popup-closed') return end();
  if (signal.type !== 'address') return null;
  const { url } = signal;
  if (typeof url !== 'string' || url === '') return end({ do: 'fail', failure: 'no-address' });
  const deadline = now + CONNECT_TIMEOUT_MS;
  return { state: { phase: 'waiting', attempt, deadline }, orders: [{ do: 'navigate', url }] };
}

function progressOf(state: Running, signal: ConnectSignal, now: number): ConnectStep | null {
  switch (state.phase) {
    case 'authorizing':
      return authorizing(state.attempt, signal, now);
    case 'waiting':
      if (signal.type === 'popup-closed') {
        return { state: { phase: 'checking', attempt: state.attempt }, orders: [{ do: 'check-once' }] };
      }
      return signal.type === 'tick' && now >= state.deadline ? end({ do: 'fail', failure: 'refused' }) : null;
    case 'checking':
      // Stryker disable next-line ConditionalExpression: no other signal has `last`.
      return signal.type === 'status' && signal.last ? end() : null;
  }
}

/** The next step of the attempt after a signal at `now` (ms). */
export function connectStep(state: ConnectState, signal: ConnectSignal, now: number): ConnectStep {
  const stay: ConnectStep = { state, orders: [] };
  if (state.phase === 'idle') {
    if (signal.type !== 'begin') return stay;
    return { state: { phase: 'authorizing', attempt: signal.attempt }, orders: [] };
  }
  const isStale = 'attempt' in signal && signal.attempt !== state.attempt;
  if (isStale) return stay;
  return endingOf(signal) ?? progressOf(state, signal, now) ?? stay;
}
