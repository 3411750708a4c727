import { bigint, jsonb, pgTable, pgView, text, timestamp } from 'drizzle-orm/pg-core';

const entry = {
  id: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  actorUserId: bigint('actor_user_id', { mode: 'number' }),
  action: text().notNull(),
  targetType: text('target_type'),
  targetId: text('target_id'),
  details: jsonb().$type<Record<string, unknown>>().notNull(),
  requestId: text('request_id'),
};

/** The log as it is read: each entry with what names people in it, as far as that has not been erased. */
export const auditLog = pgView('audit_log', { ...entry, ip: text() }).existing();

/** What happened. Never changed; `store` functions of the database seal it. */
export const auditEntries = pgTable('audit_entries', {
  ...entry,
  addressHash: text('address_hash'),
  namesHash: text('names_hash'),
});

/** What names people in an entry. Apart, so that it can be erased. */
export const auditNames = pgTable('audit_names', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
  ip: text(),
  ipSalt: text('ip_salt'),
  details: jsonb().$type<Record<string, unknown>>(),
  detailsSalt: text('details_salt'),
  /** When it ends by itself; null: with the person. */
  endsAt: timestamp('ends_at', { withTimezone: true }),
});

/** Entries that the sealer has not reached yet. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
});

/** Stretches of entries, each chained to the one before by its hash. */
export const auditSeals = pgTable('audit_seals', {
  number: bigint({ mode: 'number' }).primaryKey(),
  entryIds: bigint('entry_ids', { mode: 'number' }).array().notNull(),
  entryHashes: text('entry_hashes').array().notNull(),
  previous: text().notNull(),
  hash: text().notNull(),
  sealedAt: timestamp('sealed_at', { withTimezone: true }).notNull(),
});
