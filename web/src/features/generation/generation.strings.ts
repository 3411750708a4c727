/** The words of the specification, once. */
export const generationStrings = {
  notAllowed: 'Generation not allowed right now',
  httpError: (status: number): string => `HTTP error! status: ${status}`,
  badJob: 'Invalid job response format from server',
  noToken: 'Authentication token not found',
  jobGone: 'Job not found or has expired',
  badResult: 'Invalid result format from completed job',
  jobFailed: 'Job failed',
  timedOut: 'Job polling timed out after 5 minutes',
  noneSaved: 'No posts were saved to the database',
  someSaved: 'Some posts failed to save properly. Please try again.',
  selectAccount: 'Please select a Twitter/X account before scheduling.',
  previewTrial: 'Preview Your 7-Day Content Calendar',
  previewMonth: 'Preview Your Monthly Content Calendar',
  schedule: 'Schedule Now',
  scheduling: 'Scheduling...',
} as const;
