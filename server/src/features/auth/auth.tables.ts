import { bigint, boolean, integer, pgTable, pgView, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Role } from '../users/users.types.ts';

export const passwords = pgTable('passwords', {
  userId: bigint('user_id', { mode: 'number' }).primaryKey(),
  hash: text().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
});

export const sessions = pgTable('sessions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  tokenHash: text('token_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  /** When the password was last confirmed in it; null if not since it began. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  device: text(),
  ip: text(),
  /** For a view of this person: the session of the staff member who views. */
  viewerSessionId: bigint('viewer_session_id', { mode: 'number' }),
});

/** Sessions with their owner's data for authentication. Read-only; without people who left. */
export const sessionOwners = pgView('session_owners', {
  id: bigint({ mode: 'number' }).notNull(),
  tokenHash: text('token_hash').notNull(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  viewerSessionId: bigint('viewer_session_id', { mode: 'number' }),
  email: text().notNull(),
  emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
  timeZone: text('time_zone').notNull(),
  roles: text().array().$type<Role[]>().notNull(),
  twoFactor: boolean('two_factor').notNull(),
}).existing();

export const knownNetworks = pgTable(
  'known_networks',
  {
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    networkHash: text('network_hash').notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.networkHash] })],
);

export const emailTokens = pgTable('email_tokens', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  purpose: text().$type<'verify_email' | 'reset_password'>().notNull(),
  tokenHash: text('token_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
});

export const twoFactor = pgTable('two_factor', {
  userId: bigint('user_id', { mode: 'number' }).primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  /**
   * Salt of the backup code hashes, 16 random bytes in base64url; null for older codes, which are stored as
   * an HMAC only.
   */
  backupSalt: text('backup_salt'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  enabledAt: timestamp('enabled_at', { withTimezone: true }),
});

export const backupCodes = pgTable('backup_codes', {
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  codeHash: text('code_hash').notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
});

/** Passwords that were right, in sign-ins that wait for the second factor; end with that factor. */
export const signInProofs = pgTable('sign_in_proofs', {
  tokenHash: text('token_hash').primaryKey(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  /** How many codes were tried with it. */
  tries: integer().notNull().default(0),
});
