import type Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../test/stripe-bench.ts';
import { defaultSettings } from '../config.ts';
import { openStore } from '../store.ts';
import { createWebhookSender } from './webhook-sender.ts';

test('of events that are sent again, the one that is due first does not wait for the others', async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const store = openStore(':memory:');
  const { stripe } = store.state;
  const due = { evt_late: 3_600_000, evt_soon: 30 };
  for (const [id, inMs] of Object.entries(due)) {
    stripe.events.push({ id, object: 'event' } as Stripe.Event);
    stripe.deliveries.push({ eventId: id, attempts: 2, nextAt: Date.now() + inMs, lastStatus: 'HTTP 500' });
  }
  const sender = createWebhookSender(store, { ...defaultSettings, webhookUrl: receiver.url });
  onTestFinished(() => sender.stop());
  sender.start();
  await expect.poll(() => receiver.events.map(({ id }) => id), { timeout: 20_000 }).toEqual(['evt_soon']);
  expect(stripe.deliveries.map(({ eventId }) => eventId)).toContain('evt_late');
});
