import type { User } from '@drumbeat/contract/users/users.ts';

export type Role = User['roles'][number];

/** A person as stored. */
export type UserRecord = {
  id: number;
  email: string;
  niche: string;
  timeZone: string;
  emailConsent: boolean;
  weeklySummary: boolean;
  emailVerifiedAt: Date | null;
  roles: Role[];
  signUpDevice: string | null;
  postsPaused: boolean;
  lastSchedulingCycle: Date | null;
  /** When they deleted their account; the remaining data is erased a day later. */
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** What a sign-up provides. */
export type NewUser = Pick<
  UserRecord,
  'email' | 'niche' | 'timeZone' | 'emailConsent' | 'createdAt' | 'signUpDevice'
>;
