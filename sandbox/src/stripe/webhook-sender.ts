import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Settings } from '../config.ts';
import type { Store } from '../store.ts';
import type { Delivery, WebhookTarget } from './state.ts';

/** Delivers events at least once: signed, retried with increasing delays, and kept across restarts. */
export interface WebhookSender {
  start(): void;
  stop(): void;
  /** Queues an event for delivery; without a target it is only recorded. */
  send(event: Stripe.Event): void;
  /** Resolves when every event recorded so far was attempted once, or after `maxMs`. */
  settled(maxMs: number): Promise<void>;
  target(): WebhookTarget | null;
}

const retryAfterMs = [1000, 2000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
const maxAttempts = 40;
const replyWithinMs = 20_000;

/** Creates the sender; nothing is sent before `start()`. */
export function createWebhookSender(store: Store, settings: Settings): WebhookSender {
  const inFlight = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  const stopped = new AbortController();

  function target(): WebhookTarget | null {
    if (store.state.stripe.webhook) return store.state.stripe.webhook;
    return settings.webhookUrl ? { url: settings.webhookUrl, secret: settings.webhookSecret } : null;
  }

  function pump(): void {
    clearTimeout(timer);
    if (!running) return;
    const now = Date.now();
    const waiting = store.state.stripe.deliveries.filter((one) => !inFlight.has(one.eventId));
    for (const delivery of waiting.filter((one) => one.nextAt <= now)) {
      const attempt = deliver(delivery).finally(() => {
        inFlight.delete(delivery.eventId);
        pump();
      });
      inFlight.set(delivery.eventId, attempt);
    }
    const next = Math.min(...waiting.filter((one) => one.nextAt > now).map((one) => one.nextAt));
    if (Number.isFinite(next)) timer = setTimeout(pump, next - now).unref();
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const state = store.state.stripe;
    const event = state.events.findLast((one) => one.id === delivery.eventId);
    const to = target();
    delivery.attempts += 1;
    delivery.lastStatus = event && to ? await post(to, event, stopped.signal) : 'dropped';
    const done = delivery.lastStatus === 'ok' || delivery.lastStatus === 'dropped';
    if (done || delivery.attempts >= maxAttempts) {
      state.deliveries = state.deliveries.filter((one) => one !== delivery);
      if (event && done) event.pending_webhooks = 0;
    } else {
      delivery.nextAt = Date.now() + (retryAfterMs[delivery.attempts - 1] ?? 3_600_000);
    }
    store.changed();
  }

  return {
    target,
    start() {
      running = true;
      pump();
    },
    stop() {
      running = false;
      clearTimeout(timer);
      stopped.abort();
    },
    send(event) {
      if (!target()) return;
      event.pending_webhooks = 1;
      const { deliveries } = store.state.stripe;
      deliveries.push({ eventId: event.id, attempts: 0, nextAt: Date.now(), lastStatus: 'waiting' });
      store.changed();
      setImmediate(pump);
    },
    async settled(maxMs) {
      const deadline = Date.now() + maxMs;
      pump();
      const fresh = (): boolean => store.state.stripe.deliveries.some((one) => one.attempts === 0);
      while (Date.now() < deadline && (inFlight.size > 0 || fresh())) {
        await waitFor([...inFlight.values()], deadline - Date.now());
      }
    },
  };
}

async function post(to: WebhookTarget, event: Stripe.Event, signal: AbortSignal): Promise<string> {
  const payload = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(to.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature(payload, to.secret, Math.floor(Date.now() / 1000)),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(replyWithinMs)]),
    });
    await response.body?.cancel();
    return response.ok ? 'ok' : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : 'failed';
  }
}

/** The `Stripe-Signature` header of a payload. */
function signature(payload: string, secret: string, atSeconds: number): string {
  const digest = createHmac('sha256', secret).update(`${atSeconds}.${payload}`).digest('hex');
  return `t=${atSeconds},v1=${digest}`;
}

async function waitFor(work: Promise<void>[], maxMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, Math.min(maxMs, 50));
  });
  await Promise.race([Promise.allSettled(work).then(() => (work.length > 0 ? undefined : late)), late]);
  clearTimeout(timer);
}
