import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, instant, pageNumber, reason, sensitive } from '../common.ts';
import { DEFAULT_LOCALE } from '../text/templates.rules.ts';
import { previewValues, templateLocale } from '../text/templates.ts';
import { emailKinds, emailStates } from './emails.ts';

/** Page size of a customer's email log. */
export const CUSTOMER_EMAILS_PAGE = 25;

/** An email sent or queued for a customer. Its text is not stored. */
export const customerEmail = z.object({
  id: z.string(),
  type: z.enum(emailKinds),
  sent_at: instant.nullable(),
  meta: z.object({
    status: z.enum(emailStates),
    /** Masked unless requested otherwise. */
    recipient: z.string(),
    /** Null until the email is sent. */
    subject: z.string().nullable(),
    queued_at: instant,
    /** How many attempts failed, and the error of the last one. */
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
    /** Replaces the template's own subject if `useTemplateContent` is false. */
    subject: z.string().trim().max(300, 'A subject has at most 300 characters.').optional(),
    html: z.string().max(100_000, 'A text has at most 100000 characters.').optional(),
    locale: templateLocale.default(DEFAULT_LOCALE),
    useTemplateContent: z.boolean().default(true),
    variables: previewValues.default({}),
    /** Idempotency key: a retry with the same key sends nothing again. */
    key: z.uuid().optional(),
    /** Only render the email; send nothing. */
    preview: z.boolean().default(false),
    reason,
  }),
  response: z.object({
    message: z.string(),
    /** Null for a preview. */
    email_id: z.string().nullable(),
    /** The email as it is sent, as a mail program shows it. */
    content: z.object({ subject: z.string(), html: z.string() }),
  }),
});
