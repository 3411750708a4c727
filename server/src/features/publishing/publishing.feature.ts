import { feature } from '../../platform/feature.ts';
import { registerPublishingAdminRoutes } from './publishing.admin.routes.ts';
import { publishingQueues } from './publishing.jobs.ts';
import { registerPublishingRoutes } from './publishing.routes.ts';

export const publishing = feature({
  routes: [registerPublishingRoutes, registerPublishingAdminRoutes],
  jobs: publishingQueues,
});
