import { TRIAL_POSTS_PER_DAY } from '@drumbeat/contract/billing.rules.ts';
import {
  isSchedulable,
  POST_MAX,
  scheduleWindowEnd,
  TIME_OUT_OF_RANGE,
} from '@drumbeat/contract/posts.rules.ts';
import { weightedLength } from '@drumbeat/contract/weighted-length.rules.ts';
import { Temporal } from 'temporal-polyfill';
import type { AccountIdInput } from './posts.types.ts';

/** A post saved this long after its time still goes out at once; older ones need another time. */
const LATE_SAVE_MS = 60 * 60_000;

export type Window = { isInTrial: boolean; trialEnd: Date | null; subscriptionExpiryDate: Date | null };

/** The account id of a call that may give it in two spellings; 'differ' if the two are not the same. */
export function accountIdOf(input: AccountIdInput): number | undefined | 'differ' {
  const { twitterAccountId: camel, twitter_account_id: snake } = input;
  if (camel !== undefined && snake !== undefined && camel !== snake) return 'differ';
  return camel ?? snake;
}

/** What is wrong with a text as a post, in words; undefined when nothing is. */
export function contentFault(content: string): string | undefined {
  if (content.trim() === '') return 'Write something to post';
  const length = weightedLength(content);
  return length > POST_MAX
    ? `A post may have at most ${POST_MAX} characters; this one has ${length}.`
    : undefined;
}

/** What is wrong with a time for a post; undefined when nothing is. A new post may be up to an hour late. */
export function timeFault(
  time: Date,
  window: Window,
  now: Date,
  late: 'may be late' | 'must be ahead',
): string | undefined {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const end = scheduleWindowEnd(
    {
      isInTrial: window.isInTrial,
      trialEnd: iso(window.trialEnd),
      subscriptionExpiryDate: iso(window.subscriptionExpiryDate),
    },
    now.getTime(),
  );
  const from = late === 'may be late' ? now.getTime() - LATE_SAVE_MS : now.getTime();
  return isSchedulable(time.getTime(), end, from) ? undefined : TIME_OUT_OF_RANGE;
}

/** The wall clock of an instant in a zone, without offset: `2026-11-21T09:00:00`. */
export function wallClock(time: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
}

/** How many posts a plan allows on one day of the person's calendar. */
export function postsPerDay(billing: { isInTrial: boolean; entitlements: { postsPerDay: number } }): number {
  const { postsPerDay: planned } = billing.entitlements;
  return billing.isInTrial ? Math.max(TRIAL_POSTS_PER_DAY, planned) : planned;
}

/** The most posts that fall on one day of the person's calendar. */
export function busiestDay(locals: readonly string[]): number {
  const perDay = new Map<string, number>();
  for (const local of locals) perDay.set(local.slice(0, 10), (perDay.get(local.slice(0, 10)) ?? 0) + 1);
  return Math.max(0, ...perDay.values());
}
