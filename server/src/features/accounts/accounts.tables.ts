import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const xAccounts = pgTable('x_accounts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  twitterUserId: text('twitter_user_id').notNull(),
  username: text().notNull(),
  profileImageUrl: text('profile_image_url'),
  niche: text(),
  isActive: boolean('is_active').notNull().default(true),
  selected: boolean().notNull().default(false),
  postsPaused: boolean('posts_paused').notNull().default(false),
  needsReconnect: boolean('needs_reconnect').notNull().default(false),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  tokenExpiresAt: timestamp('token_expires_at', { withTimezone: true }),
  refreshingBy: uuid('refreshing_by'),
  refreshingUntil: timestamp('refreshing_until', { withTimezone: true }),
  nicheUpdateCount: integer('niche_update_count').notNull().default(0),
  nicheUpdatePeriodEnd: timestamp('niche_update_period_end', { withTimezone: true }),
  connectedAt: timestamp('connected_at', { withTimezone: true }).notNull(),
  disconnectedAt: timestamp('disconnected_at', { withTimezone: true }),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export const xOauthStates = pgTable('x_oauth_states', {
  stateHash: text('state_hash').primaryKey(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  browserHash: text('browser_hash').notNull(),
  codeVerifier: text('code_verifier').notNull(),
  reconnectId: bigint('reconnect_id', { mode: 'number' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
