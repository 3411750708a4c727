import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { nameSources } from './lib/name-sources.mjs';

const FAILING = `export type Post = { id: number };

export function publish(post: Post): void {
  throw new Error(\`post \${post.id} failed\`);
}
`;

/** A project whose built server fails at line 4 of `publish.ts`. */
async function buildFailing(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'drumbeat-trace-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'server/src'), { recursive: true });
  writeFileSync(join(root, 'server/src/publish.ts'), FAILING);
  writeFileSync(
    join(root, 'server/src/main.ts'),
    "import { publish } from './publish.ts';\n\npublish({ id: 7 });\n",
  );
  const bundle = await rolldown({ input: join(root, 'server/src/main.ts'), platform: 'node' });
  await bundle.write({ dir: join(root, 'server/dist'), format: 'esm', sourcemap: true });
  await bundle.close();
  return root;
}

test('the stack trace of a built server is led back to the lines of its sources; other places stay', async () => {
  const root = await buildFailing();
  const { stderr } = spawnSync(process.execPath, [join(root, 'server/dist/main.js')], { encoding: 'utf8' });
  expect(stderr).not.toContain('publish.ts');
  const named = nameSources(`${stderr}\n    at elsewhere (server/dist/gone.js:1:2)`, root);
  expect(named).toContain('server/src/publish.ts:4:9');
  expect(named).toContain('server/src/main.ts:3:1');
  expect(named).toContain('server/dist/gone.js:1:2');
  expect(named).not.toMatch(/dist\/main\.js:\d+:\d+/);
});
