import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
