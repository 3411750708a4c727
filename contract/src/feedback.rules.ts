export const feedbackCategories = ['general', 'feature', 'bug', 'other'] as const;
export type FeedbackCategory = (typeof feedbackCategories)[number];

/** The fewest and the most characters of a message, spaces around it left out. */
export const FEEDBACK_MIN = 5;
export const FEEDBACK_MAX = 5_000;
export const feedbackTooShort = 'Please enter at least 5 characters.';
export const feedbackTooLong = 'Please enter at most 5,000 characters.';

/** The fewest characters of a search: fewer have no index, and find nearly everything. */
export const FEEDBACK_SEARCH_MIN = 3;
