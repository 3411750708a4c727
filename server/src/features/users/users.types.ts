import type { User } from '@drumbeat/contract/users.ts';

export type Role = User['roles'][number];

/** A person as the database keeps them. */
export type UserRecord = {
  id: number;
  email: string;
  niche: string;
  timeZone: string;
  emailConsent: boolean;
  emailVerifiedAt: Date | null;
  roles: Role[];
  postsPaused: boolean;
  lastSchedulingCycle: Date | null;
  /** When they deleted their account; what is left of them is erased a day later. */
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** What billing knows of a person, as far as every screen shows it. */
export type BillingState = Pick<
  User,
  | 'subscriptionStatus'
  | 'subscriptionCancelReason'
  | 'subscriptionCancelFeedback'
  | 'hasPaymentMethod'
  | 'hasEverSubscribed'
  | 'isInTrial'
  | 'activeProduct'
  | 'entitlements'
> & {
  subscriptionExpiryDate: Date | null;
  subscriptionCanceledAt: Date | null;
  subscriptionCancelEffectiveDate: Date | null;
  trialStart: Date | null;
  trialEnd: Date | null;
};

/** What the selected X account adds to its owner's view. */
export type SelectedAccount = {
  profileImageUrl: string | null;
  nicheUpdateRemaining: number | null;
  nicheUpdatePeriodEnd: Date | null;
};
