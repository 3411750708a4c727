import type { Platform } from '../../platform/platform.ts';
import type { Mailer } from '../../providers/mail/mail.ts';

/** What queueing an email needs; a feature that sends emails takes these on. */
export type QueueEmailDeps = Pick<Platform, 'clock' | 'jobs' | 'sealer'>;

/** What sending needs: the worker's part. */
export type SendEmailDeps = Pick<Platform, 'db' | 'clock' | 'sealer'> & {
  mailer: Mailer;
  /** Told to every template besides its own variables. */
  publicUrl: string;
  supportEmail: string;
};
