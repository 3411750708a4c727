import type { CustomerEmail } from '@drumbeat/contract/emails/customer-emails.ts';
import type { EmailTemplateHeading, EmailTemplateRecord } from '@drumbeat/contract/emails/emails.admin.ts';
import { maskedEmail, maskedText } from '../audit/masks.rules.ts';
import type { LoggedEmail } from './emails.store.ts';
import type { ShownTemplate } from './emails.types.ts';

export function headingView(template: ShownTemplate): EmailTemplateHeading {
  return {
    template_key: template.templateKey,
    locale: template.locale,
    subject: template.subject,
    is_published: template.isPublished,
    version: template.version,
    published_version: template.publishedVersion,
    updated_at: template.updatedAt.toISOString(),
  };
}

export function templateView(template: ShownTemplate): EmailTemplateRecord {
  const { html, plain, variables } = template;
  return { ...headingView(template), html, plain, variables };
}

/** An email as staff see it in a customer's log. */
export function customerEmailView(email: LoggedEmail, sensitive: boolean): CustomerEmail {
  return {
    id: String(email.id),
    type: email.templateKey,
    sent_at: email.sentAt?.toISOString() ?? null,
    meta: {
      status: email.status,
      recipient: sensitive ? email.recipient : maskedEmail(email.recipient),
      subject: email.subject,
      queued_at: email.queuedAt.toISOString(),
      failed_tries: email.attempts,
      last_error: email.lastError && !sensitive ? maskedText(email.lastError) : email.lastError,
    },
  };
}
