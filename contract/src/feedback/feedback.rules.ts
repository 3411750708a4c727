export const feedbackCategories = ['general', 'feature', 'bug', 'other'] as const;
export type FeedbackCategory = (typeof feedbackCategories)[number];

/** Minimum and maximum length of a message in characters, without surrounding spaces. */
export const FEEDBACK_MIN = 5;
export const FEEDBACK_MAX = 5_000;
export const feedbackTooShort = 'Please enter at least 5 characters.';
export const feedbackTooLong = 'Please enter at most 5,000 characters.';

/** The minimum length of a search in characters: shorter ones have no index and match nearly everything. */
export const FEEDBACK_SEARCH_MIN = 3;
