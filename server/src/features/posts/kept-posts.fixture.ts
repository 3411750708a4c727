import type { BuiltUser } from '../../../test/factories.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { type KeptPage, openKeptPage } from '../../../test/kept-calls.ts';
import { givePlan } from '../generation/generation.fixture.ts';
import { changePosts } from '../publishing/change-posts.ts';
import { timed } from './own-posts.fixture.ts';
import type { StoredHold } from './post-words.rules.ts';

/** The zone of the person of the pages: half an hour beside the hours of UTC. */
export const ZONE = 'Asia/Kolkata';
/** Words that are long enough to be asked about. */
export const ROAST =
  'On Tuesdays we roast the beans of a small farm in Ethiopia, and by noon the whole street knows.';

/** The key that a browser makes up for a press. */
export const keyOf = (press: number) => `7d4f9a52-0000-4000-8000-${String(press).padStart(12, '0')}`;

/** A page of Ada, who has two accounts and Pro, and of Bob, who has one and Standard. */
export async function openPosts({ postsPerDay }: { postsPerDay: number }) {
  const page = await openKeptPage();
  const { app } = page;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: ZONE });
  const bob = await buildUser(app, { email: 'bob@example.com', timeZone: 'Europe/Paris' });
  await givePlan(app, ada.id, { tier: 'pro', posts_per_day: String(postsPerDay), links_per_cycle: '1' });
  await givePlan(app, bob.id, { tier: 'standard' });
  const { id: first } = await connectX(app, ada, 'ada');
  const { id: brew } = await connectX(app, ada, 'brew');
  const { id: theirs } = await connectX(app, bob, 'bob');
  return { page, ada, bob, first, brew, theirs };
}

type Given = NonNullable<Parameters<typeof buildPost>[1]>;
/** Plans posts of a person on an account, at an instant. */
export const planner =
  ({ app }: KeptPage, user: BuiltUser, accountId: number) =>
  (instant: string, given: Given = {}) =>
    buildPost(app, { user, accountId, ...timed(instant, ZONE), ...given });

/** Holds an account for a reason, or no longer. */
export async function holdFor(
  { app }: KeptPage,
  accountId: number,
  reason: StoredHold,
  isHeld = true,
): Promise<void> {
  const where = { accountId, now: app.clock.now() };
  if (isHeld) await changePosts(app.platform.db, where, 'hold', { reason, until: null });
  else await changePosts(app.platform.db, where, 'release', { reason });
}
