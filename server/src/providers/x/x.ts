/** X in our terms. There is one implementation; the sandbox differs only in its base URL. */
export type XClient = {
  /** The URL where a person grants us access. */
  authorizeUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string;
  /** Exchanges the code of the callback for tokens. Throws XError. */
  exchangeCode(request: { code: string; codeVerifier: string; redirectUri: string }): Promise<XTokens>;
  /**
   * Exchanges a refresh token, which becomes invalid. Throws XError, `grant_dead` if X no longer knows it.
   */
  refreshTokens(refreshToken: string): Promise<XTokens>;
  /** Revokes a token at X. Throws XError. */
  revoke(token: string): Promise<void>;
  /** The user that the token belongs to. Throws XError. */
  profile(accessToken: string): Promise<XProfile>;
  /**
   * Publishes with one request, never retried. `mayBegin` is called immediately before the request is
   * written. Never throws: every result is an outcome.
   */
  publishPost(accessToken: string, text: string, mayBegin?: () => boolean): Promise<PublishOutcome>;
  /** The person's recent posts, newest first, until the end or `isEnough`. Throws XError. */
  recentPosts(accessToken: string, twitterUserId: string, wanted: RecentPosts): Promise<XPost[]>;
};

export type RecentPosts = {
  /** The maximum age of a post that counts; both ends are measured by X's clock, with a minute added. */
  maxAgeMs: number;
  /**
   * Whether a post that counts may begin with a name, so that X may treat it as a reply. Otherwise replies
   * are not read.
   */
  mayBeReply?: boolean;
  /** Called with X's ids of each page, because X charges for them even if a later page fails. */
  onRead?: (tweetIds: readonly string[]) => void;
  /** Called with all posts read so far; true if no further page is needed. */
  isEnough?: (posts: readonly XPost[]) => boolean | Promise<boolean>;
};

export type XTokens = { accessToken: string; refreshToken: string; expiresInSeconds: number };
export type XProfile = { twitterUserId: string; username: string; imageUrl: string | null };
/**
 * `text` is as X shows it: escaped, with t.co links. `urls` has their targets, null if X does not report one.
 */
export type XPost = {
  tweetId: string;
  text: string;
  urls: { url: string; expandedUrl: string | null }[];
  createdAt: Date;
};

export type PublishOutcome =
  | { kind: 'posted'; tweetId: string }
  /** X did not accept it, and will not before `until`. */
  | { kind: 'rate_limited'; until: Date }
  /** X does not accept the access token. */
  | { kind: 'unauthorized' }
  /** The account posted the same text recently. */
  | { kind: 'duplicate' }
  /** X refused permanently; `reason` is X's own message. */
  | { kind: 'refused'; status: number; reason: string }
  /** The request never reached X. */
  | { kind: 'not_sent'; reason: string }
  /** The request was not sent, because `mayBegin` returned false. */
  | { kind: 'not_begun' }
  /** X may or may not have published it: only the timeline can tell. */
  | { kind: 'unknown'; reason: 'timeout' | 'connection_reset' | 'server_error' | 'unreadable_answer' };

export type XErrorKind = 'grant_dead' | 'unauthorized' | 'rate_limited' | 'unavailable' | 'refused';

export class XError extends Error {
  override readonly name = 'XError';
  readonly kind: XErrorKind;
  /** For `rate_limited`: when X accepts calls again. */
  readonly until: Date | undefined;

  constructor(
    kind: XErrorKind,
    message: string,
    details: { until?: Date | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.until = details.until;
  }
}
