import type { xAccounts, xOauthStates } from './accounts.tables.ts';

/** An X account as stored; its tokens are sealed. */
export type XAccountRecord = typeof xAccounts.$inferSelect;
/** The columns of an account that a call to X needs. */
export type Grant = Pick<
  XAccountRecord,
  'id' | 'twitterUserId' | 'accessToken' | 'tokenExpiresAt' | 'isActive' | 'disconnectedAt' | 'needsReconnect'
>;
export type OauthStateRecord = typeof xOauthStates.$inferSelect;

/** Why a connection was refused, as named in the query of the return URL. */
export type ConnectRefusal =
  | 'twitter_cancelled'
  | 'twitter_other_account'
  | 'twitter_connection_failed'
  | 'twitter_already_connected'
  | 'twitter_recently_disconnected'
  | 'account_limit_reached';

export type ConnectResult =
  | { connected: true; accountId: number }
  | {
      connected: false;
      error: ConnectRefusal;
      /** The masked email address of the account's current owner. */
      existingEmail?: string;
      /**
       * The account that X authorised instead of the one to reconnect, and whether it is connected already.
       */
      otherUsername?: string;
      otherIsConnected?: boolean;
    };

/** The part of a person's view that comes from their selected X account. */
export type SelectedAccount = {
  profileImageUrl: string | null;
  nicheUpdateRemaining: number;
  nicheUpdatePeriodEnd: Date | null;
};

/**
 * An access token for an account, or why there is none. `dead`: X has just refused the grant. `gone`: the
 * account was disconnected, switched off or refused before. `unavailable`: X did not answer, which is
 * temporary; with `until`, another process has claimed the renewal until then.
 */
export type AccountAccess =
  | { kind: 'token'; accessToken: string; twitterUserId: string }
  | { kind: 'dead' }
  | { kind: 'gone' }
  | { kind: 'unavailable'; until?: Date };
