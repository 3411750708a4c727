import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import { inBulk, withoutIndexes } from '../support/bulk.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { others, rows } from './rows.ts';

export type Sizes = Record<'users' | 'posts' | 'audit', number>;

const CHUNK = 250_000;
/** Written into a kept folder: says that its database is filled, and with how many rows. */
const NOTE = 'filled.json';

/** Starts a filled database: the one in `kept` with its own sizes, or a new one. */
export async function startFilled(
  asked: Sizes,
  kept: string | undefined,
  tell: (line: string) => void,
): Promise<{ database: BenchDatabase; sizes: Sizes }> {
  const note = kept && (await readFile(join(kept, NOTE), 'utf8').catch(() => undefined));
  const database = await startDatabase('1GB', kept);
  if (note) return { database, sizes: JSON.parse(note) as Sizes };
  try {
    const [found] = await database.rows<{ some: boolean }>('select exists (select from users) as some');
    if (found?.some) throw new Error(`The fill of ${kept} broke off. Remove that folder.`);
    await fillConsole(database, asked, tell);
    if (kept) await writeFile(join(kept, NOTE), JSON.stringify(asked));
    return { database, sizes: asked };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Fills the console's tables with rows as the product writes them, over one connection: people with
 * everything that belongs to them, posts with attempts, the audit log with its names (unsealed, because no
 * list reads seals), and figures.
 */
async function fillConsole(
  database: BenchDatabase,
  sizes: Sizes,
  tell: (line: string) => void,
): Promise<void> {
  await inBulk(database, async (client) => {
    for (const { table, of, share, text } of rows) {
      const started = performance.now();
      const count = Math.ceil(sizes[of] * share);
      const statement = text
        .replaceAll('@users', String(sizes.users))
        .replaceAll('@audit', String(sizes.audit));
      await withoutIndexes(client, table, async () => {
        for (let from = 1; from <= count; from += CHUNK)
          await client.query(statement, [from, Math.min(count, from + CHUNK - 1)]);
      });
      tell(`${table}: ${count} in ${Math.round((performance.now() - started) / 1000)} s`);
    }
    for (const statement of others) await client.query(statement);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

/** Creates a member of staff with every permission and two-factor; returns their session token. */
export async function addStaff(database: BenchDatabase): Promise<string> {
  const token = randomToken();
  await database.rows(
    `with staff as (
       insert into users (email, niche, time_zone, email_consent, email_verified_at, roles, created_at, updated_at)
       values ('staff@drumbeat.example', 'Gaming', 'UTC', false, now(), '{admin}', now(), now())
       on conflict (email) do update set updated_at = now() returning id
     ), proved as (
       insert into two_factor (user_id, sealed_secret, backup_salt, created_at, enabled_at)
       select id, 'x', 'salt', now(), now() from staff
       on conflict do nothing
     )
     insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
     select id, $1, now(), now() + interval '12 hours', now() from staff`,
    [hashToken(token)],
  );
  return token;
}
