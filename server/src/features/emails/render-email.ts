import type { EmailParts } from './emails.types.ts';

type Variables = Record<string, string>;

/**
 * Renders an email: each part from its own source, then html and plain text inside the layout. Values are escaped in
 * html. Throws on a template that is not Liquid, names a variable that is not given, or runs too long.
 */
export async function renderEmail(
  template: EmailParts,
  layout: EmailParts,
  variables: Variables,
): Promise<EmailParts> {
  const { Liquid } = await import('liquidjs');
  const options = {
    strictVariables: true,
    strictFilters: true,
    // Staff write the templates: no file of this machine can be included.
    templates: {},
    parseLimit: 200_000,
    renderLimit: 1_000,
    memoryLimit: 5_000_000,
  };
  const html = new Liquid({ ...options, outputEscape: 'escape' });
  const plain = new Liquid(options);

  const subject = oneLine(await plain.parseAndRender(template.subject, variables));
  const inner = {
    html: await html.parseAndRender(template.html, variables),
    plain: await plain.parseAndRender(template.plain, variables),
  };
  return {
    subject,
    html: await html.parseAndRender(layout.html, { ...variables, subject, content: inner.html }),
    plain: await plain.parseAndRender(layout.plain, { ...variables, subject, content: inner.plain }),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
