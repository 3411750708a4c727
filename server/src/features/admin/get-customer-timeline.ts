import { type CustomerEvent, TIMELINE_PAGE } from '@drumbeat/contract/admin/customer-timeline.ts';
import { type TimelineSource, timelineSources } from '@drumbeat/contract/admin/customers.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EventPage } from '../../platform/database/event-page.ts';
import { AppError } from '../../platform/errors.ts';
import { listAuditEvents } from '../audit/audit.queries.ts';
import { recordShown } from '../audit/record-audit.ts';
import { listProviderEvents } from '../billing/billing.queries.ts';
import { listEmailEvents } from '../emails/emails.queries.ts';
import { listGenerationEvents } from '../generation/generation.queries.ts';
import { listPostEvents } from '../post/post.queries.ts';
import { findUnusualAttempts } from '../publishing/publishing.queries.ts';
import { findCustomer } from '../users/users.queries.ts';
import type { AdminDeps } from './admin.deps.ts';
import { customerEventView, type FoundEvent } from './admin.view.ts';
import { cursorOf, mergeEvents, pageOf, positionOf } from './timeline.rules.ts';

type Wish = {
  userId: number;
  before?: string | undefined;
  source?: TimelineSource | undefined;
  sensitive: boolean;
};

/**
 * A page of everything that happened to a customer, newest first. Each feature reads its part of the page
 * through an index, so the cost does not grow with the history. Masked unless `sensitive`, which is audited.
 * Throws NOT_FOUND, VALIDATION_FAILED for an invalid cursor.
 */
export async function getCustomerTimeline(
  deps: AdminDeps,
  actor: Actor,
  { userId, before, source, sensitive }: Wish,
): Promise<{ events: CustomerEvent[]; next: string | null }> {
  await findCustomer(deps.db, userId);
  const after = before === undefined ? undefined : positionOf(before);
  if (before !== undefined && !after)
    throw new AppError('VALIDATION_FAILED', 'This page of the timeline does not exist.');
  const now = deps.clock.now();
  const asked = timelineSources.filter((each) => source === undefined || each === source);
  const lists = await Promise.all(
    asked.map(async (each) => {
      const found = await read[each](deps.db, userId, pageOf(each, after, now, TIMELINE_PAGE + 1));
      return found.map((event): FoundEvent => ({ ...event, source: each }));
    }),
  );
  const merged = mergeEvents(lists);
  const shown = merged.slice(0, TIMELINE_PAGE);
  if (sensitive)
    await recordShown(deps.db, actor, { at: now, target: { type: 'user', id: userId }, view: 'timeline' });
  const last = shown.at(-1);
  return {
    events: shown.map((event) => customerEventView(event, userId, sensitive)),
    next: last && merged.length > TIMELINE_PAGE ? cursorOf(last) : null,
  };
}

type Read = (db: Db, userId: number, page: EventPage) => Promise<Omit<FoundEvent, 'source'>[]>;

const read: Record<TimelineSource, Read> = {
  audit: listAuditEvents,
  billing: listProviderEvents,
  email: listEmailEvents,
  generation: listGenerationEvents,
  async post(db, userId, page) {
    const posts = await listPostEvents(db, userId, page);
    const attempts = await findUnusualAttempts(
      db,
      posts.map((post) => Number(post.id)),
    );
    return posts.map((post) => {
      const seen = attempts.get(Number(post.id));
      return seen ? { ...post, details: { ...post.details, attempts: seen } } : post;
    });
  },
};
