import { feature } from '../../platform/feature.ts';
import { feedbackQueues } from './feedback.jobs.ts';
import { registerFeedbackAdminRoutes, registerFeedbackRoutes } from './feedback.routes.ts';

export const feedback = feature({
  routes: [registerFeedbackRoutes, registerFeedbackAdminRoutes],
  jobs: feedbackQueues,
});
