/** Calls for posts that a person writes, copies, bulk-edits, imports or exports. */
import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byPost, idField, instant } from '../common.ts';
import { errorCode } from '../errors.ts';
import { chosenTime, content, post, secondPress } from './posts.ts';

const tag = 'posts';

/** The maximum number of posts that one call changes or creates. */
export const BULK_MAX = 400;
/**
 * The columns of an import, in any order; others are ignored. `time` is local time in the person's zone, for
 * example 2026-11-21 09:00. Files from `exportPosts` can be imported: `time_utc` resolves local times that
 * occur twice.
 */
export const IMPORT_COLUMNS = ['time', 'content'] as const;

/** Idempotency key, created by the browser per user action; a retry with it returns what was saved. */
const key = z.uuid();
const account = { twitterAccountId: idField.optional() };

export const createPost = defineCall({
  method: 'POST',
  path: '/api/posts/own',
  tag,
  access: 'user',
  summary: 'Schedules a post that the person wrote; without a time it takes the next free slot',
  body: z.object({ ...account, key, content, ...chosenTime, ...secondPress }),
  response: z.object({ post }),
});

export const duplicatePost = defineCall({
  method: 'POST',
  path: '/api/posts/:id/duplicate',
  tag,
  access: 'user',
  summary: 'Schedules a copy of a post on the same account; without a time it takes the next free slot',
  params: byPost,
  body: z.object({ key, content: content.optional(), ...chosenTime, ...secondPress }),
  response: z.object({ post }),
});

export const publishNow = defineCall({
  method: 'POST',
  path: '/api/posts/:id/publish-now',
  tag,
  access: 'user',
  summary: 'Moves a pending post to this moment; its time becomes now, and the worker takes it at once',
  params: byPost,
  response: z.object({ post }),
});

export const restorePost = defineCall({
  method: 'POST',
  path: '/api/posts/:id/restore',
  tag,
  access: 'user',
  summary:
    'Brings a deleted post back under its own id, at its time or, if that is past or taken, the next free slot',
  params: byPost,
  response: z.object({ post }),
});

const ids = z
  .array(z.union([idField, byPost.shape.id]))
  .min(1, 'Choose at least one post')
  .max(BULK_MAX);
/** Why something was refused: a code and a message. */
const refusal = z.object({ code: errorCode, message: z.string() });
/** The result for several posts: those that changed, and why others did not. */
const outcome = z.object({
  posts: z.array(post),
  refused: z.array(refusal.extend({ id: z.string() })),
});

export const bulkDelete = defineCall({
  method: 'POST',
  path: '/api/posts/bulk/delete',
  tag,
  access: 'user',
  summary: 'Deletes several posts; each can be restored. `posts` are as they were',
  body: z.object({ ids }),
  response: outcome,
});

export const bulkRestore = defineCall({
  method: 'POST',
  path: '/api/posts/bulk/restore',
  tag,
  access: 'user',
  summary: 'Restores several deleted posts, as restoring one does',
  body: z.object({ ids }),
  response: outcome,
});

export const bulkMove = defineCall({
  method: 'POST',
  path: '/api/posts/bulk/move',
  tag,
  access: 'user',
  summary: 'Moves several posts by whole days of the calendar; each keeps its wall clock',
  body: z.object({
    ids,
    days: z
      .int()
      .min(-60)
      .max(60)
      .refine((days) => days !== 0, 'Choose another day'),
  }),
  response: outcome,
});

export const bulkPause = defineCall({
  method: 'POST',
  path: '/api/posts/bulk/pause',
  tag,
  access: 'user',
  summary: 'Holds single posts, or lets them go out again; those that came due take the next free slots',
  body: z.object({ ids, paused: z.boolean() }),
  response: outcome,
});

export const exportPosts = defineCall({
  method: 'GET',
  path: '/api/posts/export',
  tag,
  access: 'user',
  summary: 'All posts of the person as CSV',
  file: 'text/csv',
  response: z.instanceof(Blob),
});

/** `row` is the row number in a spreadsheet, where the header is row 1. */
const importFault = refusal.extend({
  row: z.int(),
  column: z.enum(IMPORT_COLUMNS).nullable(),
});
export type ImportFault = z.infer<typeof importFault>;

export const importPosts = defineCall({
  method: 'POST',
  path: '/api/posts/import',
  tag,
  access: 'user',
  summary: 'Schedules the posts of a CSV, all or none; a dry run says what is wrong with each row',
  bodyLimit: 2_097_152,
  body: z.object({
    ...account,
    key,
    csv: z.string().min(1, 'Choose a file').max(2_000_000, 'This file is too long'),
    dryRun: z.boolean(),
    ...secondPress,
  }),
  response: z.object({
    /** Number of rows, without the header. */
    rows: z.int(),
    /** Faults of single rows, in row order. Posts are saved only if there are none. */
    faults: z.array(importFault),
    /** Why the import as a whole is refused, for example by the plan's posts per day; null if it is not. */
    refusal: refusal.nullable(),
    posts: z.array(post),
  }),
});

/** The private calendar feed. Its address is the secret. */
export const getCalendarFeed = defineCall({
  method: 'GET',
  path: '/api/posts/feed',
  tag,
  access: 'user',
  summary: 'Whether the private calendar feed is on, and since when',
  response: z.object({ isOn: z.boolean(), since: instant.nullable() }),
});

export const renewCalendarFeed = defineCall({
  method: 'POST',
  path: '/api/posts/feed',
  tag,
  access: 'user',
  summary: 'Makes a new address of the private calendar feed, shown this once; an older one ends',
  response: z.object({ url: z.string() }),
});

export const endCalendarFeed = defineCall({
  method: 'DELETE',
  path: '/api/posts/feed',
  tag,
  access: 'user',
  summary: 'Ends the private calendar feed',
  response: z.object({ message: z.string() }),
});
