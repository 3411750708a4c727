import type { XCharge } from '@drumbeat/contract/costs.rules.ts';

/** What is counted by day. A label splits a figure: by tier, reason, currency or cohort. */
export type FigureName =
  | 'users.signed_up'
  | 'users.left'
  /** People whose plan runs, by tier; those of them in trial; people who ever had one. They rise and fall. */
  | 'subscribers.active'
  | 'subscribers.in_trial'
  | 'subscribers.ever'
  /** By the month in which the person signed up, `2026-11`. */
  | 'trials.started'
  | 'trials.converted'
  | 'trials.lapsed'
  | 'subscriptions.started'
  | 'subscriptions.ended'
  /** In the smallest unit of the currency, less what went back; by currency. And how many charges. */
  | 'revenue.net'
  | 'revenue.charges'
  /** The same by currency and tier, `usd:pro`. */
  | 'revenue.tier'
  /** By tier; by reason; by lateness. */
  | 'posts.posted'
  | 'posts.failed'
  | 'posts.late'
  /** Millionths of a dollar, by tier. */
  | 'costs.x'
  | 'costs.model'
  /** The same by what was charged: `post_with_link`, `model`. */
  | 'costs.kind';

/** What a row of the ledger was charged for. */
export type CostKind = XCharge | 'model';
export type ReadKind = Extract<XCharge, 'post_read' | 'profile_read'>;

/** Something that X charges for, and whose it is. */
export type XCost = {
  kind: XCharge;
  userId: number | null;
  accountId: number | null;
  /** A post of ours; null for a read, and for a test tweet. */
  postId: number | null;
  tier: string;
};

/** What a person cost in a calendar month of UTC; `month` is its first day. */
export type CostMonth = {
  month: string;
  userId: number;
  posts: number;
  postsWithLink: number;
  xMicros: number;
  modelMicros: number;
  costMicros: number;
};

/** What was charged for a person since an instant. */
export type CostSum = { kind: CostKind; count: number; micros: number };

/** How much a figure rises, or falls where the amount is negative. */
export type FigureChange = { name: FigureName; label?: string; amount: number };

export type FigureTotal = { name: FigureName; label: string; amount: number };
export type FigureSum = FigureTotal & { month: string };

/** A call of a language model and what it cost. Of nobody where it was made for everybody, as news are. */
export type ModelCall = {
  at: Date;
  purpose: 'posts' | 'rewrite' | 'news';
  userId: number | null;
  accountId: number | null;
  tier: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
};
