import * as calls from '@drumbeat/contract/emails/customer-emails.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { listCustomerEmails } from './list-customer-emails.ts';
import { type SendDeps, sendToCustomer } from './send-to-customer.ts';

export function registerCustomerEmailsRoutes(app: FastifyInstance, deps: SendDeps): void {
  route(app, calls.listEmailsOf, ({ actor, params, query }) =>
    listCustomerEmails(deps, actor, { userId: params.id, ...query }),
  );

  route(app, calls.sendEmailTo, async ({ actor, params, body }) => {
    const { emailId, content } = await sendToCustomer(deps, actor, { userId: params.id, ...body });
    const message = emailId === null ? 'Nothing was sent.' : 'The email is on its way.';
    return { message, email_id: emailId === null ? null : String(emailId), content };
  });
}
