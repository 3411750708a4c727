import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, instant, pageNumber, reason, sensitive } from './common.ts';
import { emailKinds, emailStates } from './emails.ts';
import { DEFAULT_LOCALE } from './templates.rules.ts';
import { previewValues, templateLocale } from './templates.ts';

/** Emails a page of a customer's log has. */
export const CUSTOMER_EMAILS_PAGE = 25;

/** An email that was sent to a customer, or is to be sent. Its text is not kept. */
export const customerEmail = z.object({
  id: z.string(),
  type: z.enum(emailKinds),
  sent_at: instant.nullable(),
  meta: z.object({
    status: z.enum(emailStates),
    /** Masked unless asked for. */
    recipient: z.string(),
    /** Null until it is sent. */
    subject: z.string().nullable(),
    queued_at: instant,
    /** Tries that failed, and what the last one ran into. */
    failed_tries: z.int(),
    last_error: z.string().nullable(),
  }),
});
export type CustomerEmail = z.infer<typeof customerEmail>;

export const listEmailsOf = defineCall({
  method: 'GET',
  path: '/api/admin/users/:id/emails',
  tag: 'admin',
  access: 'staff',
  summary: `The emails of a customer, newest first, ${CUSTOMER_EMAILS_PAGE} a page; masked unless \`sensitive=true\`, which is audited`,
  params: byId,
  query: z.object({ page: pageNumber, sensitive }),
  response: z.object({ emails: z.array(customerEmail), nextPage: z.int().nullable() }),
});

export const sendEmailTo = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/send-email',
  tag: 'admin',
  access: 'staff',
  summary:
    'Sends an email to a customer: a template as it is, or with a subject and a text of its own; `preview` draws it only',
  params: byId,
  bodyLimit: 262_144,
  body: z.object({
    templateKey: z.enum(emailKinds, { error: 'There is no such email.' }),
    /** Instead of the template's own, where `useTemplateContent` is false. */
    subject: z.string().trim().max(300, 'A subject has at most 300 characters.').optional(),
    html: z.string().max(100_000, 'A text has at most 100000 characters.').optional(),
    locale: templateLocale.default(DEFAULT_LOCALE),
    useTemplateContent: z.boolean().default(true),
    variables: previewValues.default({}),
    /** Made up by the caller: a repeat with the same key sends nothing more. */
    key: z.uuid().optional(),
    /** Only draw it; nothing is sent. */
    preview: z.boolean().default(false),
    reason,
  }),
  response: z.object({
    message: z.string(),
    /** Null for a preview. */
    email_id: z.string().nullable(),
    /** What goes out, as a mail program shows it. */
    content: z.object({ subject: z.string(), html: z.string() }),
  }),
});
