import type { Queue } from '../../platform/jobs.ts';
import type { SendEmailDeps } from './emails.deps.ts';
import { SEND_QUEUE, SEND_TRIES } from './emails.rules.ts';
import { sendEmail } from './send-email.ts';

export function emailsQueues(deps: SendEmailDeps): Queue<never>[] {
  const send: Queue<{ emailId: number }> = {
    name: SEND_QUEUE,
    retryLimit: SEND_TRIES - 1,
    retryDelay: 15,
    expireInSeconds: 120,
    concurrency: 4,
    handle: (data) => sendEmail(deps, data),
  };
  return [send];
}
