import * as calls from '@drumbeat/contract/feedback/feedback.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { FeedbackDeps } from './feedback.deps.ts';
import { feedbackView } from './feedback.view.ts';
import { listFeedback } from './list-feedback.ts';

export function registerFeedbackAdminRoutes(
  app: FastifyInstance,
  deps: Pick<FeedbackDeps, 'db' | 'clock'>,
): void {
  route(app, calls.listFeedback, async ({ actor, query }) => {
    const { feedback, nextPage } = await listFeedback(deps, actor, query);
    return { feedback: feedback.map((each) => feedbackView(each, query.sensitive)), nextPage };
  });
}
