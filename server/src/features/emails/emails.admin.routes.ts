import * as calls from '@drumbeat/contract/emails/emails.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { TemplatesDeps } from './emails.deps.ts';
import { headingView, templateView } from './emails.view.ts';
import { getTemplate, listTemplates, listTemplateVersions } from './list-templates.ts';
import { renderPreview } from './render-preview.ts';
import { saveTemplate } from './save-template.ts';
import { sendTest } from './send-test.ts';
import { withdrawTemplate } from './withdraw-template.ts';

export function registerEmailsAdminRoutes(
  app: FastifyInstance,
  deps: TemplatesDeps & Parameters<typeof sendTest>[0],
): void {
  route(app, calls.listEmailTemplates, async ({ query }) => ({
    templates: (await listTemplates(deps.db, query)).map(headingView),
  }));
  route(app, calls.getEmailTemplate, async ({ params, query }) => ({
    template: templateView(await getTemplate(deps.db, params.key, query.locale)),
  }));
  route(app, calls.saveEmailTemplate, async ({ actor, params, body }) => {
    const { is_published: isPublished, ...rest } = body;
    return { template: templateView(await saveTemplate(deps, actor, { ...params, ...rest, isPublished })) };
  });
  route(app, calls.withdrawEmailTemplate, async ({ actor, params, body }) => ({
    template: templateView(await withdrawTemplate(deps, actor, { ...params, ...body })),
  }));
  route(app, calls.previewEmailTemplate, ({ params, body }) => renderPreview(deps, { ...params, ...body }));
  route(app, calls.sendTestEmail, async ({ actor, params, body }) => ({
    message: `Sent to ${await sendTest(deps, actor, { ...params, ...body })}.`,
  }));
  route(app, calls.listEmailTemplateVersions, ({ params, query }) =>
    listTemplateVersions(deps.db, params.key, query),
  );
}
