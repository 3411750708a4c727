import { listEmailsOf, sendEmailTo } from '@drumbeat/contract/emails/customer-emails.ts';
import * as calls from '@drumbeat/contract/emails/emails.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { TemplatesDeps } from './emails.deps.ts';
import { headingView, templateView } from './emails.view.ts';
import { listCustomerEmails } from './list-customer-emails.ts';
import { getTemplate, listTemplates, listTemplateVersions } from './list-templates.ts';
import { renderPreview, sendTest } from './render-preview.ts';
import { saveTemplate, withdrawTemplate } from './save-template.ts';
import { type SendDeps, sendToCustomer } from './send-to-customer.ts';

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

export function registerCustomerEmailsRoutes(app: FastifyInstance, deps: SendDeps): void {
  route(app, listEmailsOf, ({ actor, params, query }) =>
    listCustomerEmails(deps, actor, { userId: params.id, ...query }),
  );

  route(app, sendEmailTo, async ({ actor, params, body }) => {
    const { emailId, content } = await sendToCustomer(deps, actor, { userId: params.id, ...body });
    const message = emailId === null ? 'Nothing was sent.' : 'The email is on its way.';
    return { message, email_id: emailId === null ? null : String(emailId), content };
  });
}
