import { feature } from '../../platform/feature.ts';
import { registerBillingAdminRoutes, registerCustomerBillingRoutes } from './billing.admin.routes.ts';
import { billingQueues } from './billing.jobs.ts';
import { registerBillingRoutes } from './billing.routes.ts';

export const billing = feature({
  routes: [registerBillingRoutes, registerBillingAdminRoutes, registerCustomerBillingRoutes],
  jobs: billingQueues,
});
