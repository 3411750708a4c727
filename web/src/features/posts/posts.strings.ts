/** The words of the specification, once. */
export const postsStrings = {
  synchronizing: 'Please wait for posts to finish synchronizing before editing.',
  processing: 'Post is still being processed. Please wait a moment before editing.',
  published: 'Cannot edit a post that has already been published.',
  oneAtATime: 'Please save or cancel the current edit before editing another post.',
  notInList: 'Post not found in current list. Please refresh and try again.',
  notInDatabase: 'Post not found in database. It may have been deleted or replaced.',
  saveFailed: (reason: string): string => `Failed to save post: ${reason}`,
  canceledEdit: 'Subscription canceled - editing disabled',
  canceledDelete: 'Subscription canceled - delete disabled',
  canceledRetry: 'Subscription canceled - retry disabled',
  postedUnchangeable: 'Posted posts cannot be changed',
  invalidDate: 'Invalid date',
} as const;
