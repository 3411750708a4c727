import { renderTemplate, TemplateFault } from '../../../platform/liquid.ts';
import type { EmailParts } from '../emails.types.ts';

type Variables = Record<string, unknown>;

/**
 * Renders each part of an email from its own source, then html and plain text inside the layout. Values are
 * escaped in html. Throws TemplateFault for invalid Liquid, an unknown variable, or a timeout.
 */
export async function renderEmail(
  template: EmailParts,
  layout: EmailParts,
  variables: Variables,
): Promise<EmailParts> {
  const parts = {
    subject: await renderTemplate(template.subject, variables, 'text'),
    html: await renderTemplate(template.html, variables, 'html'),
    plain: await renderTemplate(template.plain, variables, 'text'),
  };
  return frameEmail(parts, layout, variables);
}

/** Puts a rendered email inside the layout. Throws as `renderEmail` does. */
export async function frameEmail(
  parts: EmailParts,
  layout: EmailParts,
  variables: Variables,
): Promise<EmailParts> {
  const { html, plain } = parts;
  const subject = oneLine(parts.subject);
  return {
    subject,
    html: await renderTemplate(layout.html, { ...variables, subject, content: html }, 'html'),
    plain: await renderTemplate(layout.plain, { ...variables, subject, content: plain }, 'text'),
  };
}

/** What is wrong with each part of an email, by name; empty if all parts can be rendered. */
export async function findFaults(
  template: EmailParts,
  variables: Variables,
): Promise<Partial<Record<keyof EmailParts, string>>> {
  const faults: Partial<Record<keyof EmailParts, string>> = {};
  for (const part of ['subject', 'html', 'plain'] as const) {
    try {
      await renderTemplate(template[part], variables, part === 'html' ? 'html' : 'text');
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error;
      faults[part] = error.message;
    }
  }
  return faults;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
