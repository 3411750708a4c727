import type { Platform } from '../../platform/platform.ts';
import type { Mailer } from '../../providers/mail/mail.ts';

/** What queueing an email needs; part of the deps of each feature that sends emails. */
export type QueueEmailDeps = Pick<Platform, 'clock' | 'jobs' | 'sealer'>;

/** What staff's work on the templates needs. The addresses are variables of every template besides its own. */
export type TemplatesDeps = Pick<Platform, 'db' | 'clock'> & { publicUrl: string; supportEmail: string };

/** What sending needs: the worker's part. */
export type SendEmailDeps = TemplatesDeps & Pick<Platform, 'log' | 'metrics' | 'sealer'> & { mailer: Mailer };
