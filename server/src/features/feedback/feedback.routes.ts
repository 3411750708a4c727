import * as calls from '@drumbeat/contract/feedback/feedback.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { FeedbackDeps } from './feedback.deps.ts';
import { sendFeedback } from './send-feedback.ts';

export function registerFeedbackRoutes(app: FastifyInstance, deps: FeedbackDeps): void {
  route(app, calls.sendFeedback, async ({ actor, body }) => {
    await sendFeedback(deps, actor, body);
    return { message: 'Thank you for your feedback!' };
  });
}
