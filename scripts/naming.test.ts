import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FEATURES = join(ROOT, 'server/src/features');

/** What a suffix says of a file. ARCHITECTURE.md has the same list, with what each is. */
const SUFFIXES = 'feature routes jobs rules store queries tables types view deps errors fixture test'.split(
  ' ',
);

/** What a use case may begin with. Add a verb if none of these says it; a noun is not one. */
const VERBS = new Set(
  `allow announce approve authenticate begin cancel change check choose claim close compute confirm consume count create deactivate delete
  disable disconnect disown draw edit email enable end enqueue ensure erase expire export find finish follow get grant hold import judge list lock
  lose mark move open pause postpone process publish queue reactivate read receive reconcile record refresh refuse register remind
  release remove render renew request require resend reset restore retry revoke rewrite save schedule seal search seed select send set sign start stop stream sync
  undo update verify wait withdraw write`.split(/\s+/),
);

/** The few parts that live as long as the process, named for what they are. */
const PARTS = [
  'accounts/tokens/renewals.ts',
  'auth/passwords/passwords.ts',
  'publishing/engine/engine.ts',
  'publishing/engine/settler.ts',
  'publishing/engine/worker-session.ts',
];

/** Files of the features that are named neither for their layer nor for what they do. */
function misnamed(files: readonly string[]): string[] {
  return files.filter((file) => {
    const suffix = /\.([a-z]+)\.ts$/.exec(file)?.[1];
    if (suffix) return !SUFFIXES.includes(suffix);
    const verb = file.split('/').at(-1)?.replace('.ts', '').split('-')[0] ?? '';
    return !VERBS.has(verb) && !PARTS.includes(file);
  });
}

describe('every file of a feature of the server', () => {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('emails/templates/'))
    .sort();

  it('is named for its layer, or by the verb of its use case', () => {
    expect(files.length).toBeGreaterThan(250);
    expect(misnamed(files)).toEqual([]);
  });

  it('is found where its name says neither', () => {
    const planted = ['posts/posts.helper.ts', 'posts/own-post.ts', 'billing/cycle-of.ts'];
    const sound = ['posts/edit-post.ts', 'posts/posts.store.ts', 'posts/edit-post.test.ts'];
    expect(misnamed([...planted, ...sound])).toEqual(planted);
  });

  it('has a suffix that ARCHITECTURE.md explains', () => {
    const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    for (const suffix of SUFFIXES) expect(page, suffix).toContain(`.${suffix}.ts`);
  });
});
