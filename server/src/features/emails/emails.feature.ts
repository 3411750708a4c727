import { feature } from '../../platform/feature.ts';
import { registerCustomerEmailsRoutes, registerEmailsAdminRoutes } from './emails.admin.routes.ts';
import { emailsQueues } from './emails.jobs.ts';

export const emails = feature({
  routes: [registerEmailsAdminRoutes, registerCustomerEmailsRoutes],
  jobs: emailsQueues,
});
