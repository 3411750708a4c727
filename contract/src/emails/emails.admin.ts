import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant, message, reason } from '../common.ts';
import { DEFAULT_LOCALE } from '../text/templates.rules.ts';
import {
  previewValues,
  templateKey,
  templateLocale,
  templatesQuery,
  templateVariables,
} from '../text/templates.ts';
import { longText, nextPage, readVersion, savedVersion, versionsPage } from '../versions.ts';

const tag = 'emails';
const access = 'staff';
const bodyLimit = 512 * 1024;

/** An email as staff write it: Liquid in subject, html and plain text. */
const emailSource = z.object({
  subject: longText(300),
  html: longText(100_000),
  plain: longText(50_000),
});
/** What is stored with each version of an email. */
const emailContent = z.object({
  subject: z.string(),
  html: z.string(),
  plain: z.string(),
  variables: templateVariables,
});

const heading = z.object({
  template_key: z.string(),
  locale: z.string(),
  subject: z.string(),
  is_published: z.boolean(),
  version: z.int(),
  /** The version in use; null if it is the text that ships with the product. */
  published_version: z.int().nullable(),
  updated_at: instant,
});

export const emailTemplate = heading.extend({
  html: z.string(),
  plain: z.string(),
  variables: templateVariables,
});
export type EmailTemplateHeading = z.infer<typeof heading>;
export type EmailTemplateRecord = z.infer<typeof emailTemplate>;

const byKey = z.object({ key: templateKey });
const inLocale = z.object({ locale: templateLocale.default(DEFAULT_LOCALE) });

export const listEmailTemplates = defineCall({
  method: 'GET',
  path: '/api/admin/email-templates',
  tag,
  access,
  summary: 'The emails that the product sends, by key, without their texts',
  query: templatesQuery,
  response: z.object({ templates: z.array(heading) }),
});

export const getEmailTemplate = defineCall({
  method: 'GET',
  path: '/api/admin/email-templates/:key',
  tag,
  access,
  summary:
    'The latest version of an email, including drafts; in the default locale if the locale has no text of its own',
  params: byKey,
  query: inLocale,
  response: z.object({ template: emailTemplate }),
});

export const saveEmailTemplate = defineCall({
  method: 'PUT',
  path: '/api/admin/email-templates/:key',
  tag,
  access,
  summary:
    'Saves the next version of an email; drafts are not sent, and a version that cannot be rendered is refused',
  params: byKey,
  bodyLimit,
  body: emailSource.partial({ plain: true }).extend({
    variables: templateVariables.optional(),
    locale: templateLocale.default(DEFAULT_LOCALE),
    is_published: z.boolean().default(true),
    version: readVersion,
    reason,
  }),
  response: z.object({ template: emailTemplate }),
});

export const withdrawEmailTemplate = defineCall({
  method: 'POST',
  path: '/api/admin/email-templates/:key/withdraw',
  tag,
  access,
  summary: 'Withdraws the email of a locale; its versions stay, and publishing one brings it back',
  params: byKey,
  body: inLocale.extend({ version: readVersion, reason }).default({ locale: DEFAULT_LOCALE }),
  response: z.object({ template: emailTemplate }),
});

/** What to preview: the saved text, with the given parts in place of the saved ones. */
const previewed = emailSource.partial().extend({
  variables: previewValues.default({}),
  locale: templateLocale.default(DEFAULT_LOCALE),
});

export const previewEmailTemplate = defineCall({
  method: 'POST',
  path: '/api/admin/email-templates/:key/preview',
  tag,
  access,
  summary: 'An email as it would arrive, with examples for the variables that are not given',
  params: byKey,
  bodyLimit,
  body: previewed.default({ variables: {}, locale: DEFAULT_LOCALE }),
  response: z.object({ subject: z.string(), html: z.string(), plain: z.string() }),
});

export const sendTestEmail = defineCall({
  method: 'POST',
  path: '/api/admin/email-templates/:key/test-send',
  tag,
  access,
  summary: "Sends the preview to the caller's own address",
  params: byKey,
  bodyLimit,
  body: previewed.default({ variables: {}, locale: DEFAULT_LOCALE }),
  response: message,
});

export const listEmailTemplateVersions = defineCall({
  method: 'GET',
  path: '/api/admin/email-templates/:key/versions',
  tag,
  access,
  summary: 'The versions of an email, newest first',
  params: byKey,
  query: versionsPage.extend(inLocale.shape),
  response: z.object({ versions: z.array(savedVersion.extend({ content: emailContent })), nextPage }),
});
