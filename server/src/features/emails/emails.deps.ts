import type { Platform } from '../../platform/platform.ts';
import type { Mailer } from '../../providers/mail/mail.ts';

/** Dependencies for queueing an email; part of the deps of each feature that sends emails. */
export type QueueEmailDeps = Pick<Platform, 'clock' | 'jobs' | 'sealer'>;

/** Dependencies for staff's work on templates. Every template has the URL and the address as variables. */
export type TemplatesDeps = Pick<Platform, 'db' | 'clock'> & { publicUrl: string; supportEmail: string };

/** Dependencies of the worker that sends emails. */
export type SendEmailDeps = TemplatesDeps & Pick<Platform, 'log' | 'metrics' | 'sealer'> & { mailer: Mailer };
