import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, idField, instant, message } from '../common.ts';

const tag = 'accounts';

/** A connected X account. Tokens never leave the server. */
export const xAccount = z.object({
  id: z.string(),
  twitter_user_id: z.string(),
  username: z.string(),
  profile_image_url: z.string().nullable(),
  niche: z.string().nullable(),
  is_active: z.boolean(),
  selected: z.boolean(),
  needs_reconnect: z.boolean(),
  posts_paused: z.boolean(),
  /** X refuses posts from this account until this time; null while it accepts them. */
  limited_until: instant.nullable(),
  /** Since when X accepts no posts from all of Drumbeat (they wait, none fails); null while it does. */
  stopped_since: instant.nullable(),
  niche_update_count: z.int(),
  niche_update_period_end: instant.nullable(),
});
export type XAccount = z.infer<typeof xAccount>;

/** What the OAuth popup posts to the window that opened it. */
export type XOAuthMessage = {
  type: 'X_OAUTH_COMPLETE';
  success: boolean;
  error?: string;
  existingEmail?: string;
  /** The account that X authorised when another was to be reconnected. Nothing about it was stored. */
  otherUsername?: string;
  /** Whether that other account is already connected to this person. */
  otherIsConnected?: boolean;
};

export const authorizeX = defineCall({
  method: 'POST',
  path: '/api/oauth/x/authorize',
  tag,
  access: 'user',
  summary: 'The address of X where the person grants access (PKCE, single-use state, 10 minutes)',
  body: z
    .object({
      /** The account to reconnect; the result is refused if X authorises a different one. */
      reconnect: idField.optional(),
    })
    .default({}),
  response: z.object({ authUrl: z.string() }),
});

export const getXStatus = defineCall({
  method: 'GET',
  path: '/api/oauth/x/status',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'Whether an X account is connected and usable',
  response: z.object({ connected: z.boolean() }),
});

export const disconnectX = defineCall({
  method: 'POST',
  path: '/api/oauth/x/disconnect',
  tag,
  access: 'user',
  summary: 'Disconnects the selected (or the given) X account and revokes its grant',
  body: z.object({ twitterAccountId: idField.optional() }).default({}),
  response: message,
});

export const listAccounts = defineCall({
  method: 'GET',
  path: '/api/twitter/accounts',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'The connected X accounts, oldest first',
  response: z.object({ accounts: z.array(xAccount) }),
});

export const updateAccount = defineCall({
  method: 'PUT',
  path: '/api/twitter/accounts/:id',
  tag,
  access: 'user',
  summary: 'Selects an account, or switches it on or off',
  params: byId,
  body: z.object({ selected: z.literal(true).optional(), is_active: z.boolean().optional() }),
  response: z.object({ account: xAccount }),
});

export const removeAccount = defineCall({
  method: 'DELETE',
  path: '/api/twitter/accounts/:id',
  tag,
  access: 'user',
  summary: 'Removes an X account with its pending and failed posts; what is posted stays',
  params: byId,
  response: message,
});

export const getAccountUsage = defineCall({
  method: 'GET',
  path: '/api/twitter/accounts/:id/usage',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'How many generations are left in this cycle',
  params: byId,
  response: z.object({ remaining: z.int(), limit: z.int(), periodEnd: instant.nullable() }),
});

export const getXProfile = defineCall({
  method: 'GET',
  path: '/api/twitter/profile',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'The X profile of the selected account, as it was last read from X',
  response: z.object({ account: xAccount }),
});

export const refreshXProfile = defineCall({
  method: 'POST',
  path: '/api/twitter/profile/refresh',
  tag,
  access: 'user',
  summary: 'Reads name and picture of the selected account from X again',
  response: z.object({ account: xAccount }),
});
