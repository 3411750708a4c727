import { randomUUID } from 'node:crypto';
import { wholePost } from '@drumbeat/contract/posts/posts.rules.ts';
import type { ListedPost, Post } from '@drumbeat/contract/posts/posts.ts';
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { eq } from 'drizzle-orm';
import { listAccounts } from '../src/features/accounts/accounts.queries.ts';
import { insertPassword } from '../src/features/auth/auth.store.ts';
import { createPasswords } from '../src/features/auth/passwords/passwords.ts';
import { openSession } from '../src/features/auth/sign-in/open-session.ts';
import { consumeStep, insertSetUp } from '../src/features/auth/two-factor/two-factor.store.ts';
import { maintenanceWindows } from '../src/features/maintenance/maintenance.tables.ts';
import { findPost } from '../src/features/post/post.queries.ts';
import { posts } from '../src/features/post/post.tables.ts';
import type { NewPost, PostRecord } from '../src/features/post/post.types.ts';
import type { ShownStatus } from '../src/features/post/post-words.rules.ts';
import { updateNext } from '../src/features/publishing/lanes/lanes.store.ts';
import { lanes } from '../src/features/publishing/publishing.tables.ts';
import { grantRole } from '../src/features/users/set-role.ts';
import { createUser, markEmailVerified } from '../src/features/users/users.queries.ts';
import { users } from '../src/features/users/users.tables.ts';
import type { Role } from '../src/features/users/users.types.ts';
import type { TestApp } from './build-app.ts';

/** The result of `call`: the status and the parsed body. */
export type Answer<T = Record<string, unknown>> = {
  status: number;
  body: T;
  headers: Record<string, unknown>;
};

/** Calls the API in process, with a bearer token if one is given. */
export async function call<T = Record<string, never>>(
  app: Pick<TestApp, 'http'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const response = await app.http.inject({
    method,
    url,
    headers: { ...(options.token ? { authorization: `Bearer ${options.token}` } : {}), ...options.headers },
    ...(options.body === undefined ? {} : { payload: options.body as object }),
  });
  const json = response.headers['content-type']?.toString().includes('json');
  return {
    status: response.statusCode,
    body: (json ? response.json() : response.body) as T,
    headers: response.headers,
  };
}

/** A person's posts from the list call, with omitted fields filled in. */
export async function postsOf(app: TestApp, { token }: { token: string }): Promise<Post[]> {
  const { body } = await call<{ posts: ListedPost[] }>(app, 'GET', '/api/posts', { token });
  return body.posts.map(wholePost);
}

/** Signs someone in again whose session expired while the test's clock advanced. */
export async function comeBack({ platform }: TestApp, user: BuiltUser): Promise<void> {
  user.token = (await openSession(platform.db, user.id, platform.clock.now())).token;
}

/** The password of every built user. */
export const PASSWORD = 'Correct-horse-7';
let passwordHash: Promise<string> | undefined;

export type BuiltUser = { id: number; email: string; token: string };

type GivenUser = {
  email?: string;
  niche?: string;
  timeZone?: string;
  verified?: boolean;
  roles?: Role[];
  /** On by default for users with a role, because staff need it. */
  twoFactor?: boolean;
};

/** A person with a live session: verified and without roles, unless specified otherwise. */
export async function buildUser(app: TestApp, given: GivenUser = {}): Promise<BuiltUser> {
  const { db, clock } = app.platform;
  const now = clock.now();
  const user = await createUser(db, {
    email: given.email ?? `${randomUUID()}@people.example`,
    niche: given.niche ?? 'Gaming',
    timeZone: given.timeZone ?? 'UTC',
    emailConsent: false,
    signUpDevice: null,
    createdAt: now,
  });
  passwordHash ??= createPasswords().hash(PASSWORD, '');
  await insertPassword(db, user.id, await passwordHash, now);
  const isVerified = given.verified ?? true;
  // A role requires a verified address; a user whose address is unverified later keeps their roles.
  if (isVerified || given.roles?.length) await markEmailVerified(db, user.id, now);
  for (const role of given.roles ?? []) await grantRole({ db, clock }, user.email, role);
  if (!isVerified) await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, user.id));
  if (given.twoFactor ?? given.roles?.length) await insertTwoFactor(app, user.id);
  const { token } = await openSession(db, user.id, now);
  return { id: user.id, email: user.email, token };
}

/** Turned-on two-factor, with an authenticator that no one has and one backup code. */
async function insertTwoFactor({ platform }: TestApp, userId: number): Promise<void> {
  const now = platform.clock.now();
  const sealedSecret = platform.sealer.seal('two-factor', 'JBSWY3DPEHPK3PXP');
  await insertSetUp(
    platform.db,
    { userId, sealedSecret, backupSalt: 'c2FsdCBvZiBhIHRlc3Q', createdAt: now },
    ['no such code'],
  );
  await consumeStep(platform.db, userId, { step: 1, sealedSecret, enabledAt: now });
}

type Window = { startsAt: Date; endsAt?: Date | null; message?: string | null; canceledAt?: Date | null };

/** A maintenance window, without an end or a message unless given; returns its id. */
export async function buildMaintenanceWindow(app: TestApp, given: Window): Promise<number> {
  const rows = await app.platform.db.insert(maintenanceWindows).values(given).returning();
  return (rows[0] as { id: number }).id;
}

/** A control call to this app's sandbox. Throws if the sandbox refuses. */
export async function sandboxControl<T = Record<string, unknown>>(
  app: TestApp,
  path: `/sandbox/${string}`,
  body: object = {},
): Promise<T> {
  const response = await fetch(`${app.sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A card of the person's own, the shared card, or a card that fails later. */
type Card = 'success' | 'shared' | 'fails';

/** Pays a checkout by its URL, as the person on the hosted page would. */
export function completeCheckout(
  app: TestApp,
  url: string,
  card: Card = 'success',
): Promise<{ redirectUrl: string; customer: string; subscription: string }> {
  return sandboxControl(app, `/sandbox/stripe/checkout/${url.split('/').at(-1)}/complete`, { card });
}

/** Takes a person through a real checkout; with a trial if they may have one, unless specified otherwise. */
export async function subscribe(
  app: TestApp,
  user: BuiltUser,
  given: {
    plan?: 'free' | 'standard' | 'pro' | 'pro_plus';
    trial?: boolean;
    card?: Card;
  } = {},
): Promise<{ customer: string; subscription: string }> {
  const path = `/api/create-checkout-session${given.trial === false ? '-no-trial' : ''}`;
  const body = { priceLookupKey: `${given.plan ?? 'pro'}_monthly` };
  const checkout = await call<{ url: string }>(app, 'POST', path, { token: user.token, body });
  if (checkout.status !== 200) throw new Error(`checkout answered ${JSON.stringify(checkout.body)}`);
  const { customer, subscription } = await completeCheckout(app, checkout.body.url, given.card);
  await call(app, 'POST', '/api/subscription/sync', { token: user.token });
  return { customer, subscription };
}

export type BuiltAccount = { id: number; username: string; twitterUserId: string };

/** Connects an X account as a person would: authorize, approve at X, callback. By default a new username. */
export async function connectX(
  app: TestApp,
  user: BuiltUser,
  username = `x_${randomUUID().slice(0, 8)}`,
): Promise<BuiltAccount> {
  const authorize = await call<{ authUrl: string }>(app, 'POST', '/api/oauth/x/authorize', {
    token: user.token,
  });
  if (authorize.status !== 200) throw new Error(`authorize answered ${JSON.stringify(authorize.body)}`);
  const { redirectUrl } = await sandboxControl<{ redirectUrl: string }>(app, '/sandbox/x/approve', {
    authUrl: authorize.body.authUrl,
    username,
  });
  const { pathname, search } = new URL(redirectUrl);
  const cookie = String(authorize.headers['set-cookie']).split(';')[0] as string;
  const page = await call<string>(app, 'GET', pathname + search, { headers: { cookie } });
  const account = (await listAccounts(app.platform.db, user.id)).find((each) => each.username === username);
  if (!page.body.includes('"success":true') || !account) throw new Error(`not connected: ${page.body}`);
  return { id: account.id, username, twitterUserId: account.twitterUserId };
}

type GivenPost = Partial<Omit<NewPost, 'id' | 'userId' | 'status'>> & {
  user?: BuiltUser;
  /** `processing`: claimed by an unknown worker. */
  status?: ShownStatus;
};
/** How many posts each app has: not of all files, so that a kept page has the same in whatever company. */
const texts = new WeakMap<TestApp, number>();

/** A post an hour ahead, pending unless specified otherwise; creates an owner and an X account if missing. */
export async function buildPost(app: TestApp, given: GivenPost = {}): Promise<PostRecord> {
  const { user = await buildUser(app), status = 'pending', ...columns } = given;
  const accountId = given.accountId ?? (await connectX(app, user)).id;
  const { db, clock } = app.platform;
  const now = clock.now();
  const scheduledAt = columns.scheduledAt ?? new Date(now.getTime() + 3_600_000);
  const nth = (texts.get(app) ?? 0) + 1;
  texts.set(app, nth);
  const post: NewPost = {
    userId: user.id,
    content: `Post number ${nth} of this file`,
    hasLink: containsUrl(columns.content ?? ''),
    scheduledAt,
    scheduledLocal: scheduledAt.toISOString().slice(0, 19),
    dueAt: scheduledAt,
    createdAt: now,
    updatedAt: now,
    ...columns,
    status: status === 'processing' ? 'pending' : status,
    accountId,
  };
  const [saved] = await db.insert(posts).values(post).returning({ id: posts.id });
  const id = saved?.id as number;
  if (status === 'processing')
    await db.update(lanes).set({ openPost: id, startedAt: now }).where(eq(lanes.accountId, accountId));
  await updateNext(db, [accountId]);
  return (await findPost(db, id)) as PostRecord;
}
