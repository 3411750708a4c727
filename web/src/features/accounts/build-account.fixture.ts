import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';

/** A connected X account for tests; name only what matters. */
export function buildAccount(over: Partial<XAccount> = {}): XAccount {
  return {
    id: '7',
    twitter_user_id: '700',
    username: 'ada',
    profile_image_url: null,
    niche: 'Gaming',
    is_active: true,
    selected: true,
    needs_reconnect: false,
    posts_paused: false,
    limited_until: null,
    stopped_since: null,
    niche_update_count: 0,
    niche_update_period_end: null,
    ...over,
  };
}
