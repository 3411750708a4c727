import { MINUTE_MS, SECOND_MS } from '@drumbeat/contract/time.ts';
import { z } from 'zod';
import type { XPost } from './x.ts';

/** An estimate of X's time. */
export type XTime = {
  /** Updates the estimate from a response of X. */
  learn(headers: Headers): void;
  /**
   * X's time now, behind by at most the seconds that the response took; undefined before the first response.
   */
  now(): Date | undefined;
};

/** The parts of X's answers that we read; everything else is ignored. */
export const tokenReply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().int().positive(),
});

export const profileReply = z.object({
  data: z.object({ id: z.string(), username: z.string(), profile_image_url: z.string().optional() }),
});

export const createdReply = z.object({ data: z.object({ id: z.string().min(1), text: z.string() }) });

const urlEntity = z.object({ url: z.string(), expanded_url: z.string().nullish() });

const shownPost = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  // An unknown format must not hide the post: its links then count as unknown.
  entities: z
    .object({ urls: z.array(urlEntity).nullish() })
    .nullish()
    .catch(undefined),
});

/**
 * A page of a timeline. An empty page must say so in its count: a response with only errors is not an empty
 * timeline.
 */
export const timelineReply = z
  .object({
    data: z.array(shownPost).optional(),
    meta: z.object({ next_token: z.string().optional(), result_count: z.int().optional() }).optional(),
  })
  .refine(
    (page) => page.data !== undefined || page.meta?.result_count === 0,
    'neither posts nor a count of 0',
  )
  .transform((page) => ({ posts: (page.data ?? []).map(postOf), nextToken: page.meta?.next_token }));

function postOf({ id, text, created_at, entities }: z.infer<typeof shownPost>): XPost {
  const urls = (entities?.urls ?? []).map(({ url, expanded_url }) => ({
    url,
    expandedUrl: expanded_url ?? null,
  }));
  return { tweetId: id, text, urls, createdAt: new Date(created_at) };
}

const problem = z.object({ detail: z.string().optional(), title: z.string().optional() });
const ownProblem = problem.extend({ errors: z.array(z.unknown()).min(1).optional() });
const tokenProblem = z.object({ error: z.string(), error_description: z.string().optional() });

/** A reason is stored with the post and sent in notifications, which are limited to 8,000 bytes. */
const LONGEST_REASON = 300;

/** Whether an error body comes from X: problem JSON, or the list of errors of its older endpoints. */
export function isOwnProblem(body: unknown): boolean {
  const parsed = ownProblem.safeParse(body);
  return parsed.success && Object.values(parsed.data).some((value) => value !== undefined);
}

/** Like `isOwnProblem`, but also accepts the format of the token endpoint. */
export function isOwnRefusal(body: unknown): boolean {
  return isOwnProblem(body) || tokenProblem.safeParse(body).success;
}

/** X's own message from an error body, up to 300 characters: the detail, else the title, else the status. */
export function reasonOf(status: number, body: unknown): string {
  const parsed = problem.safeParse(body);
  const reason =
    (parsed.success && (parsed.data.detail ?? parsed.data.title)) || `X answered with status ${status}`;
  return [...reason].slice(0, LONGEST_REASON).join('');
}

export function isDuplicate(status: number, body: unknown): boolean {
  return status === 403 && /duplicate content/i.test(reasonOf(status, body));
}

/**
 * Whether a 400 of the token endpoint means that the grant is gone, in either of the two formats that X uses.
 */
export function isDeadGrant(body: unknown): boolean {
  const parsed = tokenProblem.safeParse(body);
  if (!parsed.success) return false;
  const { error, error_description: description = '' } = parsed.data;
  return error === 'invalid_grant' || (error === 'invalid_request' && /token was invalid/i.test(description));
}

/**
 * How long X asks us to wait, in milliseconds: until its `x-rate-limit-reset` (seconds since the epoch), by
 * X's time. A second if that has just passed; 15 minutes if it is missing.
 */
export function waitOf(headers: Headers, xNow: Date): number {
  const named = ['x-user-limit-24hour', 'x-app-limit-24hour'].find(
    (name) => headers.get(`${name}-remaining`) === '0',
  );
  const seconds = Number(headers.get(`${named ?? 'x-rate-limit'}-reset`));
  const wait = seconds * 1000 - xNow.getTime();
  return seconds > 0 && wait > -MINUTE_MS ? Math.max(wait, SECOND_MS) : 15 * MINUTE_MS;
}

/**
 * Keeps X's time from the `Date` header of its last response and a monotonic clock, because a worker's own
 * time may be wrong by minutes, or jump.
 */
export function createXTime(elapsedMs: () => number = () => performance.now()): XTime {
  let last: { xMs: number; at: number } | undefined;
  return {
    learn(headers) {
      const xMs = Date.parse(headers.get('date') ?? '');
      if (!Number.isNaN(xMs)) last = { xMs, at: elapsedMs() };
    },
    now: () => (last ? new Date(last.xMs + elapsedMs() - last.at) : undefined),
  };
}
