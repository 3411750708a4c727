/**
 * Connects X from the browser, following `connect.rules.ts`. The popup is opened empty within the click, so
 * that popup blockers allow it, and is navigated once the server has returned the URL.
 */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { call } from '../../api/client.ts';
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
import {
  type Explained,
  explain,
  failureOfCall,
  isConnected,
  readMessage,
  tellSuccess,
} from './connect-calls.ts';

type Listeners = {
  onBusy: (busy: boolean) => void;
  onConnected: () => void;
  /** Why nothing was connected; null when another attempt starts. */
  onProblem: (problem: Explained | null) => void;
};

/** The accounts before the attempt, and the one to be reconnected, if any. */
export type Attempt = { accounts: readonly XAccount[]; verified: boolean; reconnect: string | undefined };

function authorize(reconnect: string | undefined) {
  return call('POST /api/oauth/x/authorize', { body: reconnect ? { reconnect } : {} });
}

export class Connector {
  readonly #listeners: Listeners;
  #state: ConnectState = connectIdle;
  #attempt = 0;
  #before: readonly XAccount[] = [];
  #reconnect: string | undefined;
  #popup: Window | null = null;
  #stopClocks: () => void = () => undefined;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  begin({ accounts, verified, reconnect }: Attempt): void {
    if (this.#state.phase !== 'idle') return;
    this.#listeners.onProblem(null);
    if (!verified) {
      this.#fail('unverified');
      return;
    }
    this.#popup = window.open('about:blank', 'drumbeat-connect-x', POPUP_FEATURES);
    if (!this.#popup) {
      this.#fail('blocked');
      return;
    }
    this.#before = accounts;
    this.#reconnect = reconnect;
    this.#attempt += 1;
    this.#send({ type: 'begin', attempt: this.#attempt });
    this.#stopClocks = this.#startClocks();
    void this.#authorize(this.#attempt);
  }

  /** Goes to X in this tab if no popup can open; X then sends the person back to the dashboard. */
  async beginHere(reconnect: string | undefined): Promise<void> {
    this.#listeners.onProblem(null);
    this.#listeners.onBusy(true);
    try {
      const { authUrl } = await authorize(reconnect);
      window.location.assign(authUrl);
    } catch (error) {
      this.#fail(failureOfCall(error));
      this.#listeners.onBusy(false);
    }
  }

  cancel(): void {
    this.#send({ type: 'cancel' });
  }

  #send(signal: ConnectSignal): void {
    const step = connectStep(this.#state, signal, Date.now());
    this.#state = step.state;
    const busy = step.state.phase !== 'idle';
    if (!busy) this.#stopClocks();
    for (const order of step.orders) this.#obey(order);
    this.#listeners.onBusy(busy);
  }

  #obey(order: ConnectOrder): void {
    switch (order.do) {
      case 'navigate':
        this.#popup?.location.replace(order.url);
        break;
      case 'check-once':
        void this.#check(true);
        break;
      case 'close-popup':
        this.#popup?.close();
        this.#popup = null;
        break;
      case 'succeed':
        this.#listeners.onConnected();
        void tellSuccess();
        break;
      case 'fail':
        this.#fail(order.failure);
        break;
    }
  }

  #fail(failure: ConnectFailure): void {
    void explain(failure).then(this.#listeners.onProblem);
  }

  async #authorize(attempt: number): Promise<void> {
    try {
      const answer = await authorize(this.#reconnect);
      this.#send({ type: 'address', attempt, url: answer?.authUrl });
    } catch (error) {
      this.#send({ type: 'failed', attempt, failure: failureOfCall(error) });
    }
  }

  async #check(last: boolean): Promise<void> {
    const attempt = this.#attempt;
    const connected = await isConnected(this.#before, this.#reconnect);
    this.#send({ type: 'status', attempt, connected, last });
  }

  async #poll(): Promise<void> {
    this.#send({ type: 'tick', attempt: this.#attempt });
    if (this.#state.phase === 'waiting') await this.#check(false);
  }

  /** Polls the status, one call at a time, detects a closed popup, and listens for its message. */
  #startClocks(): () => void {
    let polling = false;
    const statusTimer = setInterval(async () => {
      if (polling) return;
      polling = true;
      await this.#poll();
      polling = false;
    }, STATUS_POLL_MS);
    const popupTimer = setInterval(() => {
      if (this.#popup?.closed) this.#send({ type: 'popup-closed', attempt: this.#attempt });
    }, CLOSED_CHECK_MS);
    const hear = (event: MessageEvent): void => {
      const message = readMessage(event, window.location.origin);
      if (message) this.#send({ type: 'message', ...message });
    };
    window.addEventListener('message', hear);
    return () => {
      clearInterval(statusTimer);
      clearInterval(popupTimer);
      window.removeEventListener('message', hear);
    };
  }
}
