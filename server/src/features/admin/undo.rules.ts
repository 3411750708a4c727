/** Changes by staff that can be undone, and the call whose permission this requires. */
export const callOf = {
  'users.role_set': 'POST /api/admin/users/:id/roles',
  'posts.paused_by_staff': 'POST /api/admin/users/:id/unpause-posts',
  'posts.resumed_by_staff': 'POST /api/admin/users/:id/pause-posts',
  'generation.cycle_cleared': 'POST /api/admin/users/:id/grant-generate',
  'generation.count_reset': 'POST /api/admin/users/:id/reset-post-generation',
  'accounts.niche_changes_reset': 'POST /api/admin/users/:id/reset-niche-retries',
} as const;

/** Whether a kind of audit entry can be undone. */
export function canUndo(action: string): boolean {
  return Object.hasOwn(callOf, action);
}
