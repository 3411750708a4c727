import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { MAIL_DEADLINE_MS } from '../../providers/mail/mail.ts';
import { createMailer } from '../../providers/mail/smtp.ts';
import { emailsQueues } from './emails.jobs.ts';
import { SEND_TRIES } from './emails.rules.ts';
import { CLAIM_MS } from './sending/send-email.ts';

test('the mail server gives up before the claim ends, and the claim ends before the job counts as dead', async () => {
  const app = await buildApp();
  const mailer = createMailer(app.config.mail);
  const queues = emailsQueues({ ...app.platform, mailer, publicUrl: '', supportEmail: '' });
  // Ten tries of the email, and ten more that found another worker's claim or crashed.
  expect(queues).toEqual([
    {
      name: 'emails.send',
      retryLimit: 2 * SEND_TRIES,
      retryDelay: 15,
      expireInSeconds: 120,
      concurrency: 4,
      handle: expect.any(Function),
    },
  ]);
  expect(MAIL_DEADLINE_MS).toBe(60_000);
  expect(CLAIM_MS).toBe(90_000);
});
