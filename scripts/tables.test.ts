import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Found, findTableBreaches, ownersOf, readSources } from './tables/find-table-breaches.ts';

const ROOT = join(import.meta.dirname, '..');
const FEATURES = 'server/src/features';

let sources: Map<string, string>;
let owners: Map<string, string>;
let found: Found;
beforeAll(async () => {
  sources = await readSources(ROOT);
  const folder = join(ROOT, 'server/migrations');
  const migrations = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  owners = ownersOf(sources, migrations);
  found = findTableBreaches(sources, owners);
});

/** What the check says of one more source. */
function planted(path: string, text: string): string[] {
  return findTableBreaches(new Map([[path, text]]), owners).breaches;
}

describe('tables have owners', () => {
  it('and no feature has SQL on another one’s, nor any file but one a write of posts', () => {
    expect(found.breaches).toEqual([]);
    expect(found.statements.length).toBeGreaterThan(60);
  });

  it('each table is declared by one feature, or is the platform’s', () => {
    const declared = [...sources]
      .filter(([path]) => path.endsWith('.tables.ts'))
      .flatMap(([, text]) => [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name));
    expect(new Set(declared).size).toBe(declared.length);
    expect([...owners].filter(([, owner]) => owner === 'platform').map(([table]) => table)).toEqual([
      'rate_limits',
      'person_changes',
    ]);
    expect([owners.get('posts'), owners.get('shown_posts')]).toEqual(['post', 'post']);
    for (const table of ['lanes', 'workers', 'post_attempts'])
      expect([table, owners.get(table)]).toEqual([table, 'publishing']);
  });

  it.each([
    ['a select', 'accounts', 'const a = sql`select 1 from subscriptions`;', 'subscriptions'],
    [
      'a join behind a value',
      'billing',
      'const a = sql`select 1 from subscriptions s join x_accounts a on true`;',
      'x_accounts',
    ],
    [
      'a text given to execute',
      'flags',
      "tx.execute('update subscriptions set status = 1');",
      'subscriptions',
    ],
    ['a lane', 'accounts', 'const a = sql`update lanes set hold = null`;', 'lanes'],
    ['a table of the platform', 'posts', 'const a = sql`select 1 from rate_limits`;', 'rate_limits'],
  ])('a planted breach is found: %s', (_title, feature, text, table) => {
    expect(planted(`${FEATURES}/${feature}/planted.store.ts`, text)).toEqual([
      expect.stringContaining(`SQL on ${table}, which belongs to`),
    ]);
  });

  it('stores above the feature post may read its tables in SQL, other files may not', () => {
    const text = 'const a = sql`select 1 from posts join lanes on true`;';
    expect(planted(`${FEATURES}/publishing/planted.store.ts`, text)).toEqual([]);
    expect(planted(`${FEATURES}/publishing/planted.ts`, text)).toEqual([
      expect.stringContaining('SQL on posts, which belongs to post'),
    ]);
  });

  it.each([
    ['publishing/holds.store.ts', 'function a() { return sql`update posts set is_paused = true`; }'],
    ['publishing/engine/publishing.store.ts', 'const a = sql`insert into posts (id) values (1)`;'],
    ['posts/posts.store.ts', 'function a(tx) { return tx.update(posts).set({ dueAt: 1 }); }'],
    ['posts/posts.store.ts', 'const a = sql`delete from only posts`;'],
  ])('a planted write of posts is found: %s %s', (path, text) => {
    expect(planted(`${FEATURES}/${path}`, text)).toEqual([expect.stringContaining('writes posts')]);
  });

  it('the settlement may write posts, and only what runs under withLane may use what writes the rest', () => {
    const path = `${FEATURES}/publishing/engine/publishing.store.ts`;
    const text = 'function settle() { return () => sql`update posts set status = 1`; }';
    expect(planted(path, text)).toEqual([]);
    const uses = "import { a } from '../lanes/changes.store.ts';";
    for (const hasty of ['engine/hurry.ts', 'lanes/hurry.ts'])
      expect(planted(`${FEATURES}/publishing/${hasty}`, uses)).toHaveLength(1);
    expect(planted(`${FEATURES}/publishing/lanes/move.ts`, `${uses} withLane(tx, where, a);`)).toEqual([]);
  });
});
