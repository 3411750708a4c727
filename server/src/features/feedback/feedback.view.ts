import type { FeedbackRecord } from '@drumbeat/contract/feedback/feedback.admin.ts';
import { maskedEmail, maskedText } from '../audit/masks.rules.ts';
import type { ToldFeedback } from './feedback.types.ts';

export function feedbackView(told: ToldFeedback, isSensitive: boolean): FeedbackRecord {
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
