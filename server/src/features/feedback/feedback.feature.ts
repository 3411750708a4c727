import { feature } from '../../platform/feature.ts';
import { registerFeedbackAdminRoutes } from './feedback.admin.routes.ts';
import { feedbackQueues } from './feedback.jobs.ts';
import { registerFeedbackRoutes } from './feedback.routes.ts';

export const feedback = feature({
  routes: [registerFeedbackRoutes, registerFeedbackAdminRoutes],
  jobs: feedbackQueues,
});
