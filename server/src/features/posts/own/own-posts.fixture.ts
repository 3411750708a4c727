import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { sql } from 'drizzle-orm';
import type { TestApp } from '../../../../test/build-app.ts';
import { call } from '../../../../test/factories.ts';
import { wallClock } from '../../post/post.rules.ts';

type Refused = { id: string; code: string; message: string };
export type OwnAnswer = {
  post: Post;
  posts: Post[];
  refused: Refused[];
  code: string;
  message: string;
  data: { fields: Record<string, string> };
  events: { kind: string; text: string; data: Record<string, unknown> }[];
};
type Person = { token: string };

/** A call about own posts, as the person. */
export function ask(app: TestApp, person: Person, path: string, body?: object) {
  return call<OwnAnswer>(app, 'POST', `/api/posts/${path}`, { token: person.token, body });
}

/** When a post is planned: the instant, and the clock of its owner's zone. */
export function timed(instant: string, zone: string): { scheduledAt: Date; scheduledLocal: string } {
  const scheduledAt = new Date(instant);
  return { scheduledAt, scheduledLocal: wallClock(scheduledAt, zone) };
}

/** The rows of a person's posts, by id. */
export async function rowsOf(app: TestApp, userId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await app.platform.db.execute(
    sql`select * from posts where user_id = ${userId} order by id`,
  );
  return rows;
}

/** The history of a post as its table has it. */
export async function historyOf(app: TestApp, postId: string | number): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(
    sql`select kind, detail, at from post_events where post_id = ${postId} order by id`,
  );
  return rows;
}

/** What happened to a post, as kinds. */
export async function kindsOf(app: TestApp, person: Person, postId: string | number): Promise<string[]> {
  const url = `/api/posts/${postId}/timeline`;
  return (await call<OwnAnswer>(app, 'GET', url, { token: person.token })).body.events.map(
    ({ kind }) => kind,
  );
}
