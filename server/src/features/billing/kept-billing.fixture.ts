import { DAY_MS } from '@drumbeat/contract/time.ts';
import { sandboxControl } from '../../../test/factories.ts';
import type { KeptPage } from '../../../test/kept-calls.ts';
import { stripeOf } from './billing.fixture.ts';

type Mail = { to: string; subject: string; text: string };

/** The one from before a page records what is sent. */
const { fetch } = globalThis;

/** What pages about billing do between their calls. */
export function billingSteps(page: KeptPage) {
  const { app } = page;
  async function sentMails(): Promise<Mail[]> {
    const answer = await fetch(`${app.sandboxUrl}/sandbox/mail`);
    return ((await answer.json()) as { messages: Mail[] }).messages;
  }

  return {
    /** Runs all jobs, and writes out the emails that were sent. */
    async jobs(name = 'The jobs that wait'): Promise<void> {
      await page.step(
        name,
        async () => {
          const { length } = await sentMails();
          await app.platform.jobs.drain();
          return (await sentMails()).slice(length);
        },
        (fresh) => fresh.map(({ to, subject, text }) => `${to}: ${subject}\n${text.split('\n\n--\n')[0]}\n`),
      );
    },

    /** Days go by, also for these customers at Stripe: what is due there happens. */
    async days(days: number, ...customers: string[]): Promise<void> {
      page.advance(days * DAY_MS);
      for (const customer of customers)
        await sandboxControl(app, '/sandbox/stripe/advance', { customer, days: 0 });
    },

    /** Stripe tells us of something, signed as it does. */
    async hear(id: string, type: string, object: object, given: { before?: object; note?: string } = {}) {
      const body = {
        id,
        object: 'event',
        type,
        created: Math.floor(app.clock.now().getTime() / 1000) - 5,
        data: { object, ...(given.before ? { previous_attributes: given.before } : {}) },
      };
      const signature = await stripeOf(app).webhooks.generateTestHeaderStringAsync({
        payload: JSON.stringify(body),
        secret: app.config.stripe.webhookSecret,
      });
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
      return page.ask('POST', '/api/webhooks/stripe', {
        body,
        headers,
        ...(given.note ? { note: given.note } : {}),
      });
    },
  };
}
