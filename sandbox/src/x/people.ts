import { createHash } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { problem } from './problems.ts';
import type { XState, XUser } from './state.ts';

interface Person {
  username: string;
  name: string;
  bio: string;
}

/** The people offered on the authorize page. */
export const demoPeople: readonly Person[] = [
  { username: 'ada', name: 'Ada Lovelace', bio: 'Notes on engines, numbers and poetry.' },
  { username: 'grace', name: 'Grace Hopper', bio: 'Compilers, nanoseconds, and asking forgiveness.' },
  { username: 'alan', name: 'Alan Turing', bio: 'Can machines think? Running between questions.' },
  { username: 'edsger', name: 'Edsger Dijkstra', bio: 'Simplicity is a prerequisite for reliability.' },
  { username: 'barbara', name: 'Barbara Liskov', bio: 'Abstraction, substitution, distribution.' },
];

/** X's rule for handles. */
const usernamePattern = /^\w{1,15}$/;

/** The account with that handle; created on first use. */
export function findOrCreateUser(state: XState, username: string): XUser {
  const handle = username.trim().replace(/^@/, '');
  if (!usernamePattern.test(handle)) {
    throw new Failure(400, problem(400, 'Invalid Request', `'${username}' is not a valid username.`));
  }
  const id = idFor(handle);
  const known = state.users[id];
  if (known) return known;
  const person = demoPeople.find((one) => one.username === handle.toLowerCase());
  const user: XUser = {
    id,
    username: person?.username ?? handle,
    name: person?.name ?? handle.charAt(0).toUpperCase() + handle.slice(1).replaceAll('_', ' '),
    bio: person?.bio ?? 'A guest of the sandbox.',
    createdAt: '2015-06-01T09:00:00.000Z',
  };
  state.users[id] = user;
  return user;
}

/** The account with that handle, if it was ever used. */
export function findUser(state: XState, username: string): XUser | undefined {
  return state.users[idFor(username.trim().replace(/^@/, ''))];
}

/** The URL of an account's generated avatar. */
function avatarUrl(context: SandboxContext, user: XUser): string {
  return `${context.publicUrl}/x/profile_images/${user.username}.svg`;
}

// Stable across resets, so that a reconnected person keeps the same id, as on X.
function idFor(handle: string): string {
  const digest = createHash('sha256').update(handle.toLowerCase()).digest();
  return (1_000_000_000n + (digest.readBigUInt64BE() % 8_999_999_999n)).toString();
}

/** One account with the requested fields; id, name and username are always included. */
export function userView(
  context: SandboxContext,
  user: XUser,
  query: URLSearchParams,
): Record<string, unknown> {
  const tweets = context.store.state.x.tweets[user.id] ?? [];
  const known: Record<string, () => unknown> = {
    profile_image_url: () => avatarUrl(context, user),
    created_at: () => user.createdAt,
    description: () => user.bio,
    location: () => 'Sandbox',
    protected: () => false,
    url: () => '',
    verified: () => false,
    verified_type: () => 'none',
    most_recent_tweet_id: () => tweets.at(-1)?.id,
    public_metrics: () => ({
      followers_count: 128,
      following_count: 64,
      post_count: tweets.length,
      tweet_count: tweets.length,
      listed_count: 2,
    }),
  };
  const view: Record<string, unknown> = { id: user.id, name: user.name, username: user.username };
  for (const field of (query.get('user.fields') ?? '').split(',')) {
    const value = known[field]?.();
    if (value !== undefined) view[field] = value;
  }
  return view;
}
