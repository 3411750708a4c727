import type { XFaultKind } from './faults.ts';

export interface XUser {
  id: string;
  username: string;
  name: string;
  bio: string;
  createdAt: string;
}

export interface XTweet {
  id: string;
  userId: string;
  text: string;
  /** Full precision; the API shows whole seconds, as X does. */
  createdAt: string;
}

export interface XCode {
  userId: string;
  redirectUri: string;
  challenge: string;
  scopes: string[];
  expiresAt: number;
}

/** One person's consent; when it ends, every token issued from it ends. */
export interface XGrant {
  id: string;
  userId: string;
  scopes: string[];
  revoked: boolean;
}

export interface XAccessToken {
  grantId: string;
  expiresAt: number;
}

export interface XRefreshToken {
  grantId: string;
  rotated: boolean;
}

export const xEndpoints = ['tweets', 'me', 'timeline', 'token', 'revoke'] as const;
export type XEndpoint = (typeof xEndpoints)[number];

export interface XFault {
  id: string;
  kind: XFaultKind;
  endpoint: XEndpoint;
  /** null: until removed. */
  remaining: number | null;
  probability: number;
  delayMs: number | null;
  username: string | null;
  hits: number;
}

export interface XWindow {
  resetAt: number;
  used: number;
}

export interface XLimits {
  postsPer15Min: number;
  /** null: no such limit. */
  appPostsPer24Hours: number | null;
}

export interface XRules {
  /** Whether X rejects a text that the same person posted recently. */
  duplicates: boolean;
}

/** What X charges for; counted per UTC day. */
export const billedKinds = ['posts', 'postsWithLink', 'postReads', 'profileReads'] as const;
export type BilledKind = (typeof billedKinds)[number];
export type BilledDay = Record<BilledKind, number>;

/** What X has charged, and the remaining credits. */
export interface XBill {
  /** By day, such as `2026-11-23`. */
  days: Record<string, BilledDay>;
  /** The objects read on this day, because X charges for each only once. */
  readOn: string;
  read: Record<string, true>;
  /** In millionths of a dollar; null for unlimited. */
  creditsMicros: number | null;
}

export interface XState {
  users: Record<string, XUser>;
  /** By user, oldest first. */
  tweets: Record<string, XTweet[]>;
  lastId: string;
  codes: Record<string, XCode>;
  grants: Record<string, XGrant>;
  accessTokens: Record<string, XAccessToken>;
  refreshTokens: Record<string, XRefreshToken>;
  faults: XFault[];
  faultsPlayed: number;
  windows: Record<string, XWindow>;
  limits: XLimits;
  rules: XRules;
  latencyMs: number;
  timelineLagMs: number;
  /** How far X's clock is ahead of this machine's; negative if it is behind. */
  clockAheadMs: number;
  bill: XBill;
}

const defaultXLimits: XLimits = { postsPer15Min: 100, appPostsPer24Hours: 10_000 };

/** The initial state of X. */
export function emptyXState(): XState {
  return {
    users: {},
    tweets: {},
    lastId: '0',
    codes: {},
    grants: {},
    accessTokens: {},
    refreshTokens: {},
    faults: [],
    faultsPlayed: 0,
    windows: {},
    limits: { ...defaultXLimits },
    rules: { duplicates: true },
    latencyMs: 0,
    timelineLagMs: 0,
    clockAheadMs: 0,
    bill: { days: {}, readOn: '', read: {}, creditsMicros: null },
  };
}

/** X's own time: of posts, timelines and the `Date` header. */
export function timeOfX(state: XState): number {
  return Date.now() + state.clockAheadMs;
}
