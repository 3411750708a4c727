import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { sql } from 'drizzle-orm';
import type { TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { pausePosts } from '../posts/edit/pause-posts.ts';
import type { PostsDeps } from '../posts/posts.deps.ts';

type BulkAnswer = { plan: string | null; people: BulkPerson[]; message: string; code?: string };
type Body = { action: string; ids: readonly number[]; plan?: string; reason?: string; dry_run?: boolean };

/** The bulk call: a dry run unless a plan is given. */
export function bulk(app: TestApp, by: BuiltUser, body: Body) {
  return call<BulkAnswer>(app, 'POST', '/api/admin/users/bulk', {
    token: by.token,
    body: { dry_run: body.plan === undefined, ...body },
  });
}

/** The plan of a dry run. */
export async function planOf(
  app: TestApp,
  by: BuiltUser,
  action: BulkAction,
  ids: readonly number[],
): Promise<string> {
  const { status, body } = await bulk(app, by, { action, ids });
  if (status !== 200 || body.plan === null) throw new Error(JSON.stringify(body));
  return body.plan;
}

/** Audit entries about a person, without what differs from person to person. */
export async function entriesOf(app: TestApp, userId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await app.platform.db.execute(sql`
    select action, actor_user_id as by, details ->> 'bulkId' as "bulkId", details ->> 'reason' as reason
    from audit_log where target_type = 'user' and target_id = ${String(userId)} and details ? 'reason' and actor_user_id is not null order by id`);
  return rows;
}

type Build = (app: TestApp) => Promise<BuiltUser>;
type Situation = { name: string; build: Build; would: BulkPerson['would'] };

async function canceled(app: TestApp, user: BuiltUser): Promise<BuiltUser> {
  await subscribe(app, user);
  await app.platform.db.execute(sql`update subscriptions set state = 'canceled' where user_id = ${user.id}`);
  return user;
}

async function paused(app: TestApp, user: BuiltUser): Promise<BuiltUser> {
  await pausePosts(app.platform as unknown as PostsDeps, { userId: user.id }, {});
  return user;
}

async function connected(app: TestApp, user: BuiltUser): Promise<BuiltUser> {
  await connectX(app, user);
  return user;
}

async function withFailed(app: TestApp, user: BuiltUser): Promise<BuiltUser> {
  const { id: accountId } = await connectX(app, user);
  for (let made = 0; made < 2; made += 1)
    await buildPost(app, { user, accountId, status: 'failed', errorCode: 'X_UNAVAILABLE' });
  return user;
}

async function mailed(app: TestApp, user: BuiltUser): Promise<BuiltUser> {
  await app.platform.db.execute(sql`
    insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
    values (${user.id}, 'verify_email', ${`hash of ${user.id}`}, ${app.clock.now()}, ${new Date(app.clock.now().getTime() + 86_400_000)})`);
  return user;
}

async function disconnected(app: TestApp, user: BuiltUser): Promise<BuiltUser> {
  await app.platform.db.execute(sql`update x_accounts set needs_reconnect = true where user_id = ${user.id}`);
  return user;
}

const plain: Build = (app) => buildUser(app);
const unverified: Build = (app) => buildUser(app, { verified: false });

/** States that decide on each action, and what it does to somebody in each. */
export const situations: Record<BulkAction, readonly Situation[]> = {
  pause_posts: [
    { name: 'going out', build: async (app) => connected(app, await plain(app)), would: 'change' },
    { name: 'canceled', build: async (app) => canceled(app, await plain(app)), would: 'refused' },
  ],
  resume_posts: [
    { name: 'paused', build: async (app) => paused(app, await plain(app)), would: 'change' },
    { name: 'going out', build: plain, would: 'nothing' },
  ],
  resend_verification: [
    { name: 'not verified', build: unverified, would: 'change' },
    { name: 'just emailed', build: async (app) => mailed(app, await unverified(app)), would: 'refused' },
  ],
  grant_generation: [
    { name: 'connected', build: async (app) => connected(app, await plain(app)), would: 'change' },
    { name: 'not connected', build: plain, would: 'refused' },
  ],
  reset_generation: [
    { name: 'connected', build: async (app) => connected(app, await plain(app)), would: 'change' },
  ],
  end_sessions: [{ name: 'signed in', build: plain, would: 'change' }],
  retry_failed: [
    { name: 'two failed', build: async (app) => withFailed(app, await plain(app)), would: 'change' },
    {
      name: 'to be connected again',
      build: async (app) => disconnected(app, await withFailed(app, await plain(app))),
      would: 'refused',
    },
  ],
};
