/** The maximum number of people in one bulk action. */
export const BULK_PEOPLE_MAX = 100;
/** The single-customer call behind each bulk action, which uses its use case and requires its permission. */
export const singleCallOf = {
  pause_posts: 'POST /api/admin/users/:id/pause-posts',
  resume_posts: 'POST /api/admin/users/:id/unpause-posts',
  resend_verification: 'POST /api/admin/users/:id/resend-verification',
  grant_generation: 'POST /api/admin/users/:id/grant-generate',
  reset_generation: 'POST /api/admin/users/:id/reset-post-generation',
  end_sessions: 'DELETE /api/admin/users/:id/sessions',
  retry_failed: 'POST /api/admin/users/:id/posts/:postId/retry',
} as const;
export type BulkAction = keyof typeof singleCallOf;
export const bulkActions = Object.keys(singleCallOf) as [BulkAction, ...BulkAction[]];
