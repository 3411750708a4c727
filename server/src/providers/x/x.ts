/** X in our own words. One implementation; in the sandbox only its base address differs. */
export type XClient = {
  /** Where a person grants us access. */
  authorizeUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string;
  /** Trades the code of the callback for tokens. Throws XError. */
  exchangeCode(request: { code: string; codeVerifier: string; redirectUri: string }): Promise<XTokens>;
  /** Trades a refresh token; the old one is dead afterwards. Throws XError, `grant_dead` when X no longer knows it. */
  refreshTokens(refreshToken: string): Promise<XTokens>;
  /** Tells X that we give the grant back. Throws XError. */
  revoke(token: string): Promise<void>;
  /** Who the token belongs to. Throws XError. */
  profile(accessToken: string): Promise<XProfile>;
  /**
   * Publishes once: one request, no retry. `mayBegin`, where given, is asked in the moment in which it is written.
   * Never throws: every way it can end is an outcome.
   */
  publishPost(accessToken: string, text: string, mayBegin?: () => boolean): Promise<PublishOutcome>;
  /** What the person posted lately, newest first, to the end or until it is enough. Throws XError. */
  recentPosts(accessToken: string, twitterUserId: string, wanted: RecentPosts): Promise<XPost[]>;
};

export type RecentPosts = {
  /** How long ago the first post that counts can have been made, and a minute is added: both ends by one clock. */
  maxAgeMs: number;
  /** Whether a post that counts begins with a name, so that X may take it for a reply. Else replies are not read. */
  mayBeReply?: boolean;
  /** Told X's ids of each page that came, for X charges for them even if a later page fails. */
  onRead?: (tweetIds: readonly string[]) => void;
  /** Given all that was read so far: true where no further page is needed. */
  isEnough?: (posts: readonly XPost[]) => boolean | Promise<boolean>;
};

export type XTokens = { accessToken: string; refreshToken: string; expiresInSeconds: number };
export type XProfile = { twitterUserId: string; username: string; imageUrl: string | null };
/** `text` is as X shows it: escaped, with links of t.co. `urls` says where these lead, null where X does not say. */
export type XPost = {
  tweetId: string;
  text: string;
  urls: { url: string; expandedUrl: string | null }[];
  createdAt: Date;
};

export type PublishOutcome =
  | { kind: 'posted'; tweetId: string }
  /** X did not take it and will not before `until`. */
  | { kind: 'rate_limited'; until: Date }
  /** The access token is not accepted. */
  | { kind: 'unauthorized' }
  /** The account posted the same text lately. */
  | { kind: 'duplicate' }
  /** X refused for good; `reason` is X's own sentence. */
  | { kind: 'refused'; status: number; reason: string }
  /** The request never reached X. */
  | { kind: 'not_sent'; reason: string }
  /** It never reached X, because it was not to begin any more. */
  | { kind: 'not_begun' }
  /** X may have published it or not: only the timeline can tell. */
  | { kind: 'unknown'; reason: 'timeout' | 'connection_reset' | 'server_error' | 'unreadable_answer' };

export type XErrorKind = 'grant_dead' | 'unauthorized' | 'rate_limited' | 'unavailable' | 'refused';

export class XError extends Error {
  override readonly name = 'XError';
  readonly kind: XErrorKind;
  /** For `rate_limited`: when X takes calls again. */
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
