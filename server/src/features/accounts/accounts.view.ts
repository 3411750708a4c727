import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { XAccountRecord } from './accounts.types.ts';

/**
 * Why X accepts no posts: rate-limited until `limitedUntil` (this account), or stopped since `stoppedSince`
 * (everybody).
 */
type XRefusals = { limitedUntil?: Date | undefined; stoppedSince?: Date | undefined };

export function accountView(
  account: XAccountRecord,
  { limitedUntil, stoppedSince }: XRefusals = {},
): XAccount {
  return {
    id: String(account.id),
    twitter_user_id: account.twitterUserId,
    username: account.username,
    profile_image_url: account.profileImageUrl,
    niche: account.niche,
    is_active: account.isActive,
    selected: account.selected,
    needs_reconnect: account.needsReconnect,
    posts_paused: account.postsPaused,
    limited_until: limitedUntil?.toISOString() ?? null,
    stopped_since: stoppedSince?.toISOString() ?? null,
    niche_update_count: account.nicheUpdateCount,
    niche_update_period_end: account.nicheUpdatePeriodEnd?.toISOString() ?? null,
  };
}
