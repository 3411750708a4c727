import type { FeedbackCategory } from '@drumbeat/contract/feedback/feedback.rules.ts';

export const strings = {
  search: 'Search',
  tooShort: 'Type at least 3 characters.',
  category: 'Category',
  all: 'All',
  minRating: 'Minimum rating',
  maxRating: 'Maximum rating',
  table: 'Feedback',
  loading: 'Loading feedback',
  none: 'No feedback matches.',
  failed: 'Failed to load feedback',
  openCustomer: 'Open customer',
} as const;

export const categoryNames: Readonly<Record<FeedbackCategory, string>> = {
  general: 'General',
  feature: 'Feature',
  bug: 'Bug',
  other: 'Other',
};
