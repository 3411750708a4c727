import { eq, sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgView, text, timestamp } from 'drizzle-orm/pg-core';
import { type Db, prepared } from '../../platform/database/database.ts';
import type { Role } from '../users/users.types.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** People with data from two-factor and their selected X account. Read-only. */
const userViews = pgView('user_views', {
  id: bigint({ mode: 'number' }).notNull(),
  email: text().notNull(),
  niche: text().notNull(),
  timeZone: text('time_zone').notNull(),
  emailConsent: boolean('email_consent').notNull(),
  weeklySummary: boolean('weekly_summary').notNull(),
  emailVerifiedAt: instant('email_verified_at'),
  roles: text().array().$type<Role[]>().notNull(),
  postsPaused: boolean('posts_paused').notNull(),
  lastSchedulingCycle: instant('last_scheduling_cycle'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull(),
  /** Null if no account is selected. */
  accountId: bigint('account_id', { mode: 'number' }),
  profileImageUrl: text('profile_image_url'),
  nicheUpdateCount: integer('niche_update_count'),
  nicheUpdatePeriodEnd: instant('niche_update_period_end'),
}).existing();

export type UserViewRecord = typeof userViews.$inferSelect;

const viewOf = prepared((db) =>
  db
    .select()
    .from(userViews)
    .where(eq(userViews.id, sql.placeholder('id')))
    .prepare('user_view'),
);
export async function selectUserView(db: Db, userId: number): Promise<UserViewRecord | undefined> {
  const [row] = await viewOf(db).execute({ id: userId });
  return row;
}
