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

/** The log for reading: each entry with its personal data, as far as that was not erased. */
export const auditLog = pgView('audit_log', { ...entry, ip: text() }).existing();

/** The entries. Append-only, and sealed by database functions. */
export const auditEntries = pgTable('audit_entries', {
  ...entry,
  addressHash: text('address_hash'),
  namesHash: text('names_hash'),
});

/** Personal data of an entry. Stored separately, so that it can be erased. */
export const auditNames = pgTable('audit_names', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
  ip: text(),
  ipSalt: text('ip_salt'),
  details: jsonb().$type<Record<string, unknown>>(),
  detailsSalt: text('details_salt'),
  /** When it expires by itself; null: it is erased with the person. */
  endsAt: timestamp('ends_at', { withTimezone: true }),
});

/** Entries that are not sealed yet. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
});

/** Sealed batches of entries, each chained to the previous one by its hash. */
export const auditSeals = pgTable('audit_seals', {
  number: bigint({ mode: 'number' }).primaryKey(),
  entryIds: bigint('entry_ids', { mode: 'number' }).array().notNull(),
  entryHashes: text('entry_hashes').array().notNull(),
  previous: text().notNull(),
  hash: text().notNull(),
  sealedAt: timestamp('sealed_at', { withTimezone: true }).notNull(),
});
