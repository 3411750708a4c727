import { type TimelineSource, timelineSources } from '@drumbeat/contract/admin/customers.rules.ts';
import type { EventPage } from '../../platform/database/event-page.ts';

/** Changes by staff that can be undone, and the call whose permission this requires. */
export const callOf = {
  'users.role_set': 'POST /api/admin/users/:id/roles',
  'posts.paused_by_staff': 'POST /api/admin/users/:id/unpause-posts',
  'posts.resumed_by_staff': 'POST /api/admin/users/:id/pause-posts',
  'generation.cycle_cleared': 'POST /api/admin/users/:id/grant-generate',
  'generation.count_reset': 'POST /api/admin/users/:id/reset-post-generation',
  'accounts.niche_changes_reset': 'POST /api/admin/users/:id/reset-niche-retries',
} as const;

/** The last event of a page; the next page begins after it. */
type Position = { at: Date; source: TimelineSource; id: string };

const rank = (source: TimelineSource): number => timelineSources.indexOf(source);

/** A position as an opaque cursor. */
export function cursorOf({ at, source, id }: Position): string {
  return `${at.getTime()}~${source}~${id}`;
}

/** The position of a cursor; undefined if it is not valid. */
export function positionOf(cursor: string): Position | undefined {
  const [, time, name, id] = /^(\d{1,15})~([a-z]+)~([\w-]{1,255})$/.exec(cursor) ?? [];
  const source = timelineSources.find((each) => each === name);
  return source && time && id && isIdOf(source, id) ? { at: new Date(Number(time)), source, id } : undefined;
}

function isIdOf(source: TimelineSource, id: string): boolean {
  if (source === 'billing') return true;
  if (source === 'generation') return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
  return /^[1-9]\d{0,17}$/.test(id);
}

/**
 * The part of a page that one source may fill. Events of the same instant are ordered by source, then by id.
 */
export function pageOf(
  source: TimelineSource,
  after: Position | undefined,
  now: Date,
  limit: number,
): EventPage {
  if (!after) return { before: now, atMoment: 'all', limit };
  const before = after.at;
  if (source === after.source) return { before, atMoment: { belowId: after.id }, limit };
  return { before, atMoment: rank(source) > rank(after.source) ? 'all' : 'none', limit };
}

/** Merges sources, each newest first, into one list, newest first. */
export function mergeEvents<E extends { at: Date; source: TimelineSource }>(
  lists: readonly (readonly E[])[],
): E[] {
  return lists.flat().sort((a, b) => b.at.getTime() - a.at.getTime() || rank(a.source) - rank(b.source));
}

/** Whether a kind of audit entry can be undone. */
export function canUndo(action: string): boolean {
  return Object.hasOwn(callOf, action);
}
