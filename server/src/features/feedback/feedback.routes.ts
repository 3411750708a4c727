import type { FeedbackRecord } from '@drumbeat/contract/feedback/feedback.admin.ts';
import * as staffCalls from '@drumbeat/contract/feedback/feedback.admin.ts';
import * as calls from '@drumbeat/contract/feedback/feedback.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { maskedEmail, maskedText } from '../audit/masks.rules.ts';
import type { FeedbackDeps, ToldFeedback } from './feedback.types.ts';
import { listFeedback } from './list-feedback.ts';
import { sendFeedback } from './send-feedback.ts';

export function registerFeedbackRoutes(app: FastifyInstance, deps: FeedbackDeps): void {
  route(app, calls.sendFeedback, async ({ actor, body }) => {
    await sendFeedback(deps, actor, body);
    return { message: 'Thank you for your feedback!' };
  });
}

export function registerFeedbackAdminRoutes(
  app: FastifyInstance,
  deps: Pick<FeedbackDeps, 'db' | 'clock'>,
): void {
  route(app, staffCalls.listFeedback, async ({ actor, query }) => {
    const { feedback, nextPage } = await listFeedback(deps, actor, query);
    return { feedback: feedback.map((each) => feedbackView(each, query.sensitive)), nextPage };
  });
}

function feedbackView(told: ToldFeedback, isSensitive: boolean): FeedbackRecord {
  return {
    id: String(told.id),
    created_at: told.createdAt.toISOString(),
    user_email: isSensitive ? told.userEmail : maskedEmail(told.userEmail),
    user_id: String(told.userId),
    category: told.category,
    rating: told.rating,
    message: isSensitive ? told.message : maskedText(told.message),
    page_path: told.pagePath,
    request_id: told.requestId,
  };
}
