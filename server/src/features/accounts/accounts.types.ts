import type { xAccounts, xOauthStates } from './accounts.tables.ts';

/** An X account as the database keeps it; its tokens are sealed. */
export type XAccountRecord = typeof xAccounts.$inferSelect;
/** The columns of an account that a call to X needs. */
export type Grant = Pick<
  XAccountRecord,
  'id' | 'twitterUserId' | 'accessToken' | 'tokenExpiresAt' | 'isActive' | 'disconnectedAt' | 'needsReconnect'
>;
export type OauthStateRecord = typeof xOauthStates.$inferSelect;

/** Why a connection was refused, as the return parameters in the address name it. */
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
      /** Masked: whose account it is. */
      existingEmail?: string;
      /** The account that X authorised instead of the one that was to be reconnected; whether it is connected already. */
      otherUsername?: string;
      otherIsConnected?: boolean;
    };

/** The part of a person's view that comes from the selected X account. */
export type SelectedAccount = {
  profileImageUrl: string | null;
  nicheUpdateRemaining: number;
  nicheUpdatePeriodEnd: Date | null;
};

/**
 * The way to call X for an account: a token; or why there is none. `dead`: X refused the grant just now; `gone`: the
 * account was disconnected, switched off or refused before; `unavailable`: X did not answer, which passes; with `until`
 * another process has claimed the renewal, and gives it up by then.
 */
export type AccountAccess =
  | { kind: 'token'; accessToken: string; twitterUserId: string }
  | { kind: 'dead' }
  | { kind: 'gone' }
  | { kind: 'unavailable'; until?: Date };
