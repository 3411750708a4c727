import type { User } from '@drumbeat/contract/users/users.ts';
import { bigint, boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const users = pgTable('users', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  niche: text().notNull(),
  timeZone: text('time_zone').notNull(),
  emailConsent: boolean('email_consent').notNull(),
  weeklySummary: boolean('weekly_summary').notNull().default(true),
  emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
  roles: text().array().$type<User['roles']>().notNull().default([]),
  /** The browser and system used at sign-up; null if unknown. */
  signUpDevice: text('sign_up_device'),
  postsPaused: boolean('posts_paused').notNull().default(false),
  lastSchedulingCycle: timestamp('last_scheduling_cycle', { withTimezone: true }),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
