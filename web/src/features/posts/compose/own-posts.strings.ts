/** Texts about writing, copying, deleting and moving one's own posts. */
const posts = (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`;

export const ownPostsStrings = {
  offline: 'You are offline.',
  deleted: 'Post deleted',
  undo: 'Undo',
  notDeleted: (reason: string): string => `The post was not deleted. ${reason}`,
  notRestored: (reason: string): string => `The post was not restored. ${reason}`,
  selected: (count: number): string => `${posts(count)} selected`,
  selectAll: (count: number): string => `Select all ${count}`,
  bulkDeleted: (count: number): string => `${posts(count)} deleted.`,
  bulkRestored: (count: number): string => `${posts(count)} restored.`,
  bulkMoved: (count: number, days: number): string =>
    `${posts(count)} moved ${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days < 0 ? 'earlier' : 'later'}.`,
  bulkPaused: (count: number): string => `${posts(count)} paused.`,
  bulkResumed: (count: number): string => `${posts(count)} resumed.`,
  refused: (count: number): string => `${posts(count)} not changed:`,
  bulkFailed: (reason: string): string => `Nothing was changed. ${reason}`,
  newPost: 'New post',
  duplicate: 'Duplicate post',
  schedule: 'Schedule post',
  scheduleAnyway: 'Schedule anyway',
  scheduling: 'Scheduling…',
  scheduledFor: (when: string): string => `Post scheduled for ${when}.`,
  notScheduled: (reason: string): string => `The post was not scheduled. ${reason}`,
  publishTitle: 'Publish this post now?',
  publishNow: 'Publish now',
  publishWords: (username: string): string =>
    `It goes out on X as @${username} right away, for everyone to see.`,
  publishing: 'Your post is on its way to X.',
  notPublished: (reason: string): string => `The post was not published. ${reason}`,
  paused: 'Post paused. It waits until you resume it.',
  resumed: 'Post resumed.',
  notPaused: (reason: string): string => `The post was not paused. ${reason}`,
  notResumed: (reason: string): string => `The post was not resumed. ${reason}`,
  exported: 'Your posts were saved as a CSV file.',
  notExported: (reason: string): string => `Your posts were not exported. ${reason}`,
  imported: (count: number): string => `${posts(count)} scheduled.`,
  importable: (count: number): string =>
    `${count === 1 ? '1 row is' : `All ${count} rows are`} fine. Nothing is scheduled yet.`,
  faults: (count: number): string =>
    `${count} ${count === 1 ? 'fault' : 'faults'} found. Nothing was scheduled.`,
  notImported: (reason: string): string => `The file was not imported. ${reason}`,
  importButton: (count: number): string => `Schedule ${posts(count)}`,
} as const;
