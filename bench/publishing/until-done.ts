import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from '../support/postgres.ts';

const LOOK_EVERY_MS = 10;

/** Waits until no post is left to do. The check is cheap: it stops at the first one found. */
export async function untilDone(database: BenchDatabase): Promise<void> {
  for (;;) {
    const [left] = await database.rows<{ some: boolean }>(
      `select exists (select 1 from posts where status = 'pending') or exists (select 1 from lanes where open_post is not null) as some`,
    );
    if (!left?.some) return;
    await sleep(LOOK_EVERY_MS);
  }
}
