import type { EmailTemplateHeading, EmailTemplateRecord } from '@drumbeat/contract/emails.admin.ts';
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
