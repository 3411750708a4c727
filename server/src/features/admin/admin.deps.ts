import type { User } from '@drumbeat/contract/users.ts';
import type { Platform } from '../../platform/platform.ts';

/** What the admin feature is given: it stands below all others, so it gets their answers as functions. */
export type AdminDeps = Pick<Platform, 'db' | 'clock'> & {
  /** The person as their own screens show them. Throws NOT_FOUND. */
  userOf(userId: number): Promise<User>;
  recordOf(userId: number): Promise<{ createdAt: Date; updatedAt: Date } | undefined>;
  providerIdsOf(userId: number): Promise<{ customerId: string | null; subscriptionId: string | null }>;
  /** Generations of the selected X account in its cycle; null without an account. */
  generationsOf(userId: number): Promise<{ used: number; periodEnd: Date } | null>;
};
