import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '../config.ts';
import { openStore } from '../store.ts';
import { createWebhookSender } from './webhook-sender.ts';

/** A place for events that takes all of them; the ids of those that came. */
async function openTarget(): Promise<{ webhookUrl: string; came: string[] }> {
  const came: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    came.push(JSON.parse(Buffer.concat(chunks).toString()).id);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, came };
}

test('of events that are sent again, the one that is due first does not wait for the others', async () => {
  const { webhookUrl, came } = await openTarget();
  const store = openStore(':memory:');
  const { stripe } = store.state;
  const due = { evt_late: 3_600_000, evt_soon: 30 };
  for (const [id, inMs] of Object.entries(due)) {
    stripe.events.push({ id, object: 'event' } as Stripe.Event);
    stripe.deliveries.push({ eventId: id, attempts: 2, nextAt: Date.now() + inMs, lastStatus: 'HTTP 500' });
  }
  const sender = createWebhookSender(store, { ...defaultSettings, webhookUrl });
  onTestFinished(() => sender.stop());
  sender.start();
  await expect.poll(() => came, { timeout: 20_000 }).toEqual(['evt_soon']);
  expect(stripe.deliveries.map(({ eventId }) => eventId)).toContain('evt_late');
});
