import { eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/database/database.ts';
import { userViews } from './user-view.tables.ts';

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
