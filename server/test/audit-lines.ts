import { sql } from 'drizzle-orm';
import type { TestApp } from './build-app.ts';

/** What the audit log has of a person, as actor or as target, oldest first. */
export async function auditLinesOf(
  { platform }: Pick<TestApp, 'platform'>,
  userId: number,
): Promise<Record<string, unknown>[]> {
  const { rows } = await platform.db.execute(sql`
    select action, actor_user_id as actor, target_type as type, target_id as target, details, ip from audit_log
    where actor_user_id = ${userId} or (target_type = 'user' and target_id = ${String(userId)}) order by id`);
  return rows;
}
