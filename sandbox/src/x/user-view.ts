import type { SandboxContext } from '../context.ts';
import { avatarUrl } from './people.ts';
import type { XUser } from './state.ts';

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
