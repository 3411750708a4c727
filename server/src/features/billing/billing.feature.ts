import { feature } from '../../platform/feature.ts';
import { registerBillingAdminRoutes } from './billing.admin.routes.ts';
import { billingQueues } from './billing.jobs.ts';
import { registerBillingRoutes } from './billing.routes.ts';
import { registerCustomerBillingRoutes } from './staff/customer-billing.routes.ts';

export const billing = feature({
  routes: [registerBillingRoutes, registerBillingAdminRoutes, registerCustomerBillingRoutes],
  jobs: billingQueues,
});
