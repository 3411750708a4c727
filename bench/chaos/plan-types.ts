import type { PlannedFault } from './faults.ts';

export type PlannedAccount = { username: string; tokenSeconds: number };
export type PlannedPost = { number: number; account: number; atMs: number; text: string };

export type Trouble = { atMs: number } & (
  | { kind: 'kill'; slot: number; atWorkMs: number }
  | { kind: 'freeze'; slot: number; forMs: number; amidRenewals: boolean }
  | { kind: 'silence'; slot: number }
  | { kind: 'restart'; how: 'fast' | 'immediate' }
  | { kind: 'fault'; fault: PlannedFault }
  | { kind: 'expire'; usernames: string[] }
  | { kind: 'revoke'; username: string }
  | { kind: 'edit' | 'remove'; post: number }
  | { kind: 'move'; post: number; aheadMs: number }
  | { kind: 'pause'; account: number; what: 'account' | 'all'; forMs: number; stays: boolean }
  | { kind: 'retry' }
);

export type Plan = {
  accounts: PlannedAccount[];
  posts: PlannedPost[];
  /** Far-future posts, each with its own account, for scenes that have to be arranged; see staging.ts. */
  reserve: number[];
  troubles: Trouble[];
};

/** How many workers run at the same time. */
export const WORKERS = 4;
