import type { Platform } from '../../platform/platform.ts';
import type { Mailer } from '../../providers/mail/mail.ts';

/** What queueing an email needs; part of the deps of each feature that sends emails. */
export type QueueEmailDeps = Pick<Platform, 'clock' | 'jobs' | 'sealer'>;

/** What sending needs: the worker's part. */
export type SendEmailDeps = Pick<Platform, 'db' | 'clock' | 'sealer'> & {
  mailer: Mailer;
  /** Variables of every template besides its own. */
  publicUrl: string;
  supportEmail: string;
};
