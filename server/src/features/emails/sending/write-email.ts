import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import type { IOptions } from 'sanitize-html';
import { AppError } from '../../../platform/errors.ts';
import { renderTemplate, TemplateFault } from '../../../platform/liquid.ts';
import { findOutgoing } from '../check-template.ts';
import type { TemplatesDeps } from '../emails.deps.ts';
import { plainTextOf } from '../emails.rules.ts';
import type { EmailParts } from '../emails.types.ts';
import { findFaults } from './render-email.ts';

/** An email that staff want to send. */
export type Letter = {
  templateKey: EmailKind;
  locale: string;
  useTemplateContent: boolean;
  subject?: string | undefined;
  html?: string | undefined;
  variables: Record<string, unknown>;
};

/**
 * The text of an email from staff, without the layout: from the published template, or from what they wrote.
 * Values are escaped; scripts, forms and frames are removed. Throws VALIDATION_FAILED by field.
 */
export async function writeEmail(deps: TemplatesDeps, to: string, letter: Letter): Promise<EmailParts> {
  const { [letter.templateKey]: template } = await findOutgoing(deps.db, [letter.templateKey], letter.locale);
  const source = letter.useTemplateContent ? template : ownWords(letter);
  const values = {
    ...defaultsOf(template.variables),
    email: to,
    ...letter.variables,
    publicUrl: deps.publicUrl,
    supportEmail: deps.supportEmail,
  };
  const fields = await findFaults(source, values);
  if (!letter.useTemplateContent) delete fields.plain;
  const [fault] = Object.values(fields);
  if (fault) throw new AppError('VALIDATION_FAILED', fault, { data: { fields } });
  const [subject, html] = [
    await draw(source.subject, values, 'text'),
    await draw(source.html, values, 'html'),
  ];
  if (letter.useTemplateContent) return { subject, html, plain: await draw(source.plain, values, 'text') };
  // Loaded on demand: staff write few emails, and it takes memory.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const allowedTags = [...sanitizeHtml.defaults.allowedTags, 'img'];
  const clean = sanitizeHtml(html, { ...ALLOWED, allowedTags });
  return { subject, html: clean, plain: plainTextOf(clean) };
}

function ownWords({ subject = '', html = '' }: Letter): EmailParts {
  const fields = {
    ...(subject.trim() === '' ? { subject: 'Write a subject.' } : {}),
    ...(html.trim() === '' ? { html: 'Write a text.' } : {}),
  };
  const [fault] = Object.values(fields);
  if (fault) throw new AppError('VALIDATION_FAILED', fault, { data: { fields } });
  return { subject, html, plain: '' };
}

async function draw(source: string, values: Record<string, unknown>, as: 'html' | 'text'): Promise<string> {
  try {
    return await renderTemplate(source, values, as);
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    throw new AppError('VALIDATION_FAILED', error.message, { cause: error });
  }
}

/** The html that mail programs show: text, lists, tables, links and pictures. */
const ALLOWED: IOptions = {
  allowedAttributes: {
    '*': ['style', 'align'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    table: ['role', 'width', 'cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan', 'valign', 'width'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedStyles: {
    '*': {
      color: [/^#[\da-f]{3,6}$/i, /^[a-z]+$/i],
      'background-color': [/^#[\da-f]{3,6}$/i, /^[a-z]+$/i],
      'text-align': [/^(?:left|right|center)$/],
      'font-size': [/^\d{1,3}px$/],
      'line-height': [/^\d{1,3}px$/],
      'font-weight': [/^(?:\d{3}|bold|normal)$/],
      margin: [/^[\d px]{1,30}$/],
      padding: [/^[\d px]{1,30}$/],
    },
  },
};
