/** Reasons for canceling, in the order they are offered. */
export const cancelReasons = [
  'too_expensive',
  'not_using_enough',
  'missing_features',
  'found_alternative',
  'technical_issues',
  'customer_service',
  'temporary_pause',
  'other',
] as const;
