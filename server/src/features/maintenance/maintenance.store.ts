import { and, asc, gt, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { maintenanceWindows } from './maintenance.tables.ts';
import type { WindowRecord } from './maintenance.types.ts';

/** Windows that are not cancelled, not over, and begin at the latest then; the first to begin comes first. */
export function selectWindowsAhead(db: Db, now: Date, beginBy: Date): Promise<WindowRecord[]> {
  return db
    .select()
    .from(maintenanceWindows)
    .where(
      and(
        isNull(maintenanceWindows.canceledAt),
        lte(maintenanceWindows.startsAt, beginBy),
        or(isNull(maintenanceWindows.endsAt), gt(maintenanceWindows.endsAt, now)),
      ),
    )
    .orderBy(asc(maintenanceWindows.startsAt), asc(maintenanceWindows.id));
}
