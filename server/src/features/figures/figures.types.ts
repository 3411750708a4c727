import type { XCharge } from '@drumbeat/contract/costs/costs.rules.ts';

/** The figures counted by day. A label splits a figure: by tier, reason, currency or cohort. */
export type FigureName =
  | 'users.signed_up'
  | 'users.left'
  /**
   * People with a running plan, by tier; those in a trial; people who ever had a plan. These rise and fall.
   */
  | 'subscribers.active'
  | 'subscribers.in_trial'
  | 'subscribers.ever'
  /** By the month of the sign-up, `2026-11`. */
  | 'trials.started'
  | 'trials.converted'
  | 'trials.lapsed'
  | 'subscriptions.started'
  | 'subscriptions.ended'
  /** Net of refunds, by currency, in its smallest unit; and the number of charges. */
  | 'revenue.net'
  | 'revenue.charges'
  /** Net revenue by currency and tier, `usd:pro`. */
  | 'revenue.tier'
  /** By tier, by reason and by lateness, respectively. */
  | 'posts.posted'
  | 'posts.failed'
  | 'posts.late'
  /** Millionths of a dollar, by tier. */
  | 'costs.x'
  | 'costs.model'
  /** Costs by kind: `post_with_link`, `model`. */
  | 'costs.kind';

/** The reason for a row of the ledger. */
export type CostKind = XCharge | 'model';
export type ReadKind = Extract<XCharge, 'post_read' | 'profile_read'>;

/** Something that X charges for, and for whom. */
export type XCost = {
  kind: XCharge;
  userId: number | null;
  accountId: number | null;
  /** One of our posts; null for a read, and for a test tweet. */
  postId: number | null;
  tier: string;
};

/** A person's costs in a UTC month; `month` is its first day. */
export type CostMonth = {
  month: string;
  userId: number;
  posts: number;
  postsWithLink: number;
  xMicros: number;
  modelMicros: number;
  costMicros: number;
};

/** A person's costs since an instant, of one kind. */
export type CostSum = { kind: CostKind; micros: number };

/** An increase of a figure, or a decrease if the amount is negative. */
export type FigureChange = { name: FigureName; label?: string; amount: number };

export type FigureTotal = { name: FigureName; label: string; amount: number };
export type FigureSum = FigureTotal & { month: string };

/** A model call and its cost. `userId` is null if it was made for everybody, as for news. */
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
