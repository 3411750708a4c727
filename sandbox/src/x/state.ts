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

/** One consent by one person; when it ends, every token that came from it ends. */
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
  /** null: not applied. */
  appPostsPer24Hours: number | null;
}

export interface XRules {
  /** Whether X refuses a text that the same person posted recently. */
  duplicates: boolean;
}

/** What X charges for, and how much of it on one day in UTC. */
export const billedKinds = ['posts', 'postsWithLink', 'postReads', 'profileReads'] as const;
export type BilledKind = (typeof billedKinds)[number];
export type BilledDay = Record<BilledKind, number>;

/** What X has charged, and what is left to charge. */
export interface XBill {
  /** By day, `2026-11-23`. */
  days: Record<string, BilledDay>;
  /** Posts and profiles that were read on this day: X charges for each of them once. */
  readOn: string;
  read: Record<string, true>;
  /** Millionths of a dollar; null for as many as anybody wants. */
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
  /** How far X's clock is ahead of this machine's; below 0, behind it. */
  clockAheadMs: number;
  bill: XBill;
}

const defaultXLimits: XLimits = { postsPer15Min: 100, appPostsPer24Hours: 10_000 };

/** X before anybody has authorised anything. */
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

/** X's own time: of posts, timelines and the `Date` of its answers. */
export function timeOfX(state: XState): number {
  return Date.now() + state.clockAheadMs;
}
