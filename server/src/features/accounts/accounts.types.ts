import type { xAccounts, xOauthStates } from './accounts.tables.ts';

/** An X account as the database keeps it; its tokens are sealed. */
export type XAccountRecord = typeof xAccounts.$inferSelect;
/** The part of an account that calling X for it takes. */
export type Grant = Pick<
  XAccountRecord,
  'id' | 'twitterUserId' | 'accessToken' | 'tokenExpiresAt' | 'isActive' | 'disconnectedAt' | 'needsReconnect'
>;
export type OauthStateRecord = typeof xOauthStates.$inferSelect;

/** Why a connection was refused, as the browser's return parameters name it. */
export type ConnectRefusal =
  | 'twitter_connection_failed'
  | 'twitter_already_connected'
  | 'twitter_recently_disconnected'
  | 'account_limit_reached';

export type ConnectResult =
  | { connected: true; accountId: number }
  | { connected: false; error: ConnectRefusal; existingEmail?: string };

/** What the selected X account adds to its owner's view. */
export type SelectedAccount = {
  profileImageUrl: string | null;
  nicheUpdateRemaining: number;
  nicheUpdatePeriodEnd: Date | null;
};

/**
 * The way to call X for an account: a token; or why there is none. `dead`: X refused the grant just now; `gone`: the
 * account was disconnected, switched off or refused before; `unavailable`: X did not answer, which passes.
 */
export type AccountAccess =
  | { kind: 'token'; accessToken: string; twitterUserId: string }
  | { kind: 'dead' }
  | { kind: 'gone' }
  | { kind: 'unavailable' };
