import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import type { SendEmailDeps } from './emails.deps.ts';
import { SEND_TRIES } from './emails.rules.ts';
import { CLAIM_MS, sendEmail } from './sending/send-email.ts';

export function emailsQueues(deps: SendEmailDeps): Queue<never>[] {
  const send: Queue<{ emailId: number }> = {
    name: queues.sendEmail,
    // Twice as many, because runs that crash or find another worker's claim do not count as tries of the
    // email.
    retryLimit: 2 * SEND_TRIES,
    retryDelay: 15,
    expireInSeconds: CLAIM_MS / 1000 + 30,
    concurrency: 4,
    handle: (data) => sendEmail(deps, data),
  };
  return [send];
}
