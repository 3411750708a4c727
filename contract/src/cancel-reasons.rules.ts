/** Why a person cancels, in the order of the question. */
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
