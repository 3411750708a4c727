import type { EmailTemplateKey } from '@drumbeat/contract/emails/emails.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import type { Db } from '../../platform/database/database.ts';
import { findPublished } from '../versions/versions.queries.ts';
import { lacksOf, versionsId } from './emails.rules.ts';
import type { EmailContent, EmailParts } from './emails.types.ts';
import { findFaults, renderEmail } from './sending/render-email.ts';
import { allTemplates, samplesFor } from './templates/all-templates.ts';
import { layout } from './templates/layout.ts';
import type { EmailTemplate } from './templates/template.ts';

/** Variables of every email, in addition to its own. */
export type Shared = { publicUrl: string; supportEmail: string };

/** The built-in email or layout. Throws for a kind that only an earlier release had. */
export function builtIn(key: EmailTemplateKey): EmailTemplate {
  const template = key === 'layout' ? layout : (allTemplates[key] as EmailTemplate | undefined);
  if (!template) throw new Error(`There is no email template '${key}'`);
  return template;
}

/** The example content inside the layout in a preview. */
export const exampleBody: EmailParts = {
  subject: 'The subject of the email',
  html: '<p>The text of the email.</p>',
  plain: 'The text of the email.',
};

/** What is wrong with an email about to be published, by field; empty if it can be sent. */
export async function checkTemplate(
  key: EmailTemplateKey,
  content: EmailContent,
  shared: Shared,
): Promise<Record<string, string>> {
  const known = [...builtIn(key).variables, ...Object.keys(shared)];
  const unfilled = content.variables.find(
    ({ name, default: value }) => value === undefined && !known.includes(name),
  );
  if (unfilled)
    return { variables: `'${unfilled.name}' has no value when the email is sent. Give it a default.` };
  return key === 'layout' ? checkLayout(content, shared) : checkEmail(key, content, shared);
}

async function checkEmail(
  key: Exclude<EmailTemplateKey, 'layout'>,
  content: EmailContent,
  shared: Shared,
): Promise<Record<string, string>> {
  const samples = samplesFor(builtIn(key).variables);
  const values = { ...defaultsOf(content.variables), ...samples, ...shared };
  const faults = await findFaults(content, values);
  if (Object.keys(faults).length > 0) return faults;
  // Rendered without the layout, which must not hide that the email lacks something.
  const bare = { subject: '', html: '{{ content | raw }}', plain: '{{ content }}' };
  return lacksOf(await renderEmail(content, bare, values), samples);
}

async function checkLayout(content: EmailContent, shared: Shared): Promise<Record<string, string>> {
  const values = { ...defaultsOf(content.variables), ...shared };
  const inside = (part: 'html' | 'plain') => ({
    ...values,
    subject: exampleBody.subject,
    content: exampleBody[part],
  });
  const { html, plain } = content;
  const faults = {
    ...(await findFaults({ subject: '', html, plain: '' }, inside('html'))),
    ...(await findFaults({ subject: '', html: '', plain }, inside('plain'))),
  };
  if (Object.keys(faults).length > 0) return faults;
  const drawn = await renderEmail(exampleBody, content, values);
  return {
    ...(drawn.html.includes(exampleBody.html) ? {} : { html: 'The layout must show {{ content | raw }}.' }),
    ...(drawn.plain.includes(exampleBody.plain) ? {} : { plain: 'The layout must show {{ content }}.' }),
  };
}

/** The text that is sent for each of these emails: its newest published version, or the built-in one. */
export async function findOutgoing<Key extends EmailTemplateKey>(
  db: Db,
  keys: readonly Key[],
  locale: string = DEFAULT_LOCALE,
): Promise<Record<Key, EmailContent>> {
  const ids = keys.flatMap((key) => [versionsId(key, locale), versionsId(key, DEFAULT_LOCALE)]);
  const published = await findPublished<EmailContent>(db, 'email_template', ids);
  const contentOf = (key: Key): EmailContent =>
    published.get(versionsId(key, locale))?.content ??
    published.get(versionsId(key, DEFAULT_LOCALE))?.content ??
    builtInContent(key);
  return Object.fromEntries(keys.map((key) => [key, contentOf(key)])) as Record<Key, EmailContent>;
}

/** The built-in email in the form of a version. */
export function builtInContent(key: EmailTemplateKey): EmailContent {
  const { subject, html, plain, variables } = builtIn(key);
  return { subject, html, plain, variables: variables.map((name) => ({ name })) };
}
