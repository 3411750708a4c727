import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../.dependency-cruiser.mjs';
import { cruise, featureCircles, unread } from './lib/boundaries.mjs';

const ROOT = join(import.meta.dirname, '..');
const FEATURE = 'server/src/features';
const SCREENS = 'web/src/features';

/** For every rule: a file, and the import in it that breaks the rule. */
const BREACHES: Record<string, [from: string, to: string]> = {
  'contract-stands-alone': ['contract/src/up.ts', 'server/src/platform/clock.ts'],
  'web-knows-only-the-contract': ['web/src/api/call.ts', 'server/src/platform/clock.ts'],
  'sandbox-knows-nothing-of-us': ['sandbox/src/x/tweets.ts', 'contract/src/posts/posts.ts'],
  'server-knows-no-web-or-sandbox': ['server/src/features/a/peek.ts', 'sandbox/src/x/state.ts'],
  'journeys-see-what-a-person-sees': ['e2e/way.spec.ts', 'server/src/platform/clock.ts'],
  'chaos-judges-from-outside': ['bench/chaos/peek.ts', `${FEATURE}/a/publish-post.ts`],
  'rules-are-pure': [`${FEATURE}/a/a.rules.ts`, 'server/src/platform/clock.ts'],
  'tables-belong-to-their-store': [`${FEATURE}/a/list-posts.ts`, `${FEATURE}/a/a.tables.ts`],
  'store-only-from-use-cases': [`${FEATURE}/a/a.routes.ts`, `${FEATURE}/a/a.store.ts`],
  'arrows-never-run-back': [`${FEATURE}/a/back.store.ts`, `${FEATURE}/a/publish-post.ts`],
  'entries-are-only-composed': [`${FEATURE}/a/ask-route.ts`, `${FEATURE}/a/b.jobs.ts`],
  'entries-call-no-provider': [`${FEATURE}/a/c.jobs.ts`, 'server/src/providers/x/x.ts'],
  'features-meet-at-use-cases': [`${FEATURE}/a/count-users.ts`, `${FEATURE}/users/users.store.ts`],
  'queries-stay-at-home': [`${FEATURE}/a/a.queries.ts`, `${FEATURE}/users/lock-user.ts`],
  'audit-is-the-lowest': [`${FEATURE}/audit/name-actor.ts`, `${FEATURE}/users/lock-user.ts`],
  'users-know-only-audit': [`${FEATURE}/users/show-plan.ts`, `${FEATURE}/a/publish-post.ts`],
  'billing-knows-who-pays-not-for-what': [`${FEATURE}/billing/hold-posts.ts`, `${FEATURE}/a/publish-post.ts`],
  'post-is-low': [`${FEATURE}/post/show-plan.ts`, `${FEATURE}/a/publish-post.ts`],
  'admin-is-the-highest': [`${FEATURE}/a/show-customer.ts`, `${FEATURE}/admin/get-overview.ts`],
  'providers-are-built-in-one-place': [`${FEATURE}/a/build-x.ts`, 'server/src/providers/x/x-client.ts'],
  'providers-know-no-feature': ['server/src/providers/x/x-client.ts', `${FEATURE}/a/publish-post.ts`],
  'platform-stands-below': ['server/src/platform/events.ts', `${FEATURE}/a/publish-post.ts`],
  'nobody-reaches-up': [`${FEATURE}/a/read-config.ts`, 'server/src/config.ts'],
  'ui-knows-no-product': ['web/src/ui/button.tsx', 'web/src/api/client.ts'],
  'web-api-stands-below-screens': ['web/src/api/cache.ts', 'web/src/ui/toast.tsx'],
  'screens-know-no-app': [`${SCREENS}/posts/link.tsx`, 'web/src/app/guards.ts'],
  'base-stands-below-all': ['web/src/base/links.ts', `${SCREENS}/posts/list.tsx`],
  'screens-stay-apart': [`${SCREENS}/posts/inner.tsx`, `${SCREENS}/auth/parts/sign-in.page.tsx`],
  'no-cycles': ['server/src/platform/one.ts', 'server/src/platform/two.ts'],
  'no-test-in-the-product': ['server/src/platform/seed.ts', 'server/test/factories.ts'],
  'no-unresolvable': ['server/src/platform/lost.ts', 'server/src/platform/not-there.ts'],
  'declared-packages-only': ['server/src/platform/undeclared.ts', 'fast-check'],
  'no-dev-packages-in-production': ['server/src/platform/dev.ts', 'vitest'],
};

/** Imports as they should be; no rule may object to them. */
const ALLOWED: [from: string, to: string][] = [
  ['server/src/compose.ts', `${FEATURE}/ok/ok.feature.ts`],
  [`${FEATURE}/ok/ok.feature.ts`, `${FEATURE}/ok/ok.routes.ts`],
  ['server/src/compose.ts', 'server/src/providers/ok/ok.ts'],
  [`${FEATURE}/ok/ok.routes.ts`, `${FEATURE}/ok/do-it.ts`],
  [`${FEATURE}/ok/do-it.ts`, `${FEATURE}/ok/ok.store.ts`],
  [`${FEATURE}/ok/do-it.ts`, `${FEATURE}/peer/peer-does.ts`],
  [`${FEATURE}/ok/do-it.ts`, `${FEATURE}/peer/peer.queries.ts`],
  [`${FEATURE}/ok/ok.queries.ts`, `${FEATURE}/ok/ok.store.ts`],
  [`${FEATURE}/users/grant-it.ts`, `${FEATURE}/audit/record-it.ts`],
  [`${FEATURE}/admin/get-it.ts`, `${FEATURE}/user-view/get-it.ts`],
  [`${FEATURE}/ok/do-it.ts`, 'server/src/providers/ok/ok.ts'],
  [`${FEATURE}/ok/ok.store.ts`, `${FEATURE}/ok/ok.tables.ts`],
  [`${FEATURE}/ok/ok.rules.ts`, 'contract/src/ok.ts'],
  [`${FEATURE}/ok/do-it.test.ts`, 'server/test/ok-factories.ts'],
  ['server/test/ok-factories.ts', `${FEATURE}/ok/ok.tables.ts`],
  ['bench/chaos/ok.ts', 'server/src/platform/ok-log.ts'],
  ['sandbox/src/x/x.test.ts', 'server/src/providers/ok/ok.ts'],
  [`${SCREENS}/ok/ok-page.tsx`, 'web/src/base/paths.ts'],
  [`${SCREENS}/ok/ok-page.tsx`, `${SCREENS}/peer/use-peer.ts`],
];

let tree: string;
let found: ICruiseResult;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'drumbeat-boundaries-'));
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  await write(
    'tsconfig.base.json',
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }',
  );
  await write('package.json', '{ "type": "module", "devDependencies": { "vitest": "*" } }');
  const planted = [
    ...Object.values(BREACHES),
    ...ALLOWED,
    ['server/src/platform/two.ts', 'server/src/platform/one.ts'],
    [`${FEATURE}/ring/turn-it.ts`, `${FEATURE}/wheel/roll-it.ts`],
    [`${FEATURE}/wheel/stop-it.ts`, `${FEATURE}/ring/hold-it.ts`],
  ];
  const sources = new Map<string, string>();
  for (const [from = '', to = ''] of planted) {
    if (to.includes('/') && !to.includes('not-there') && !sources.has(to)) sources.set(to, '');
    const path = to.includes('/')
      ? join(
          ...from
            .split('/')
            .slice(1)
            .map(() => '..'),
          to,
        )
      : to;
    sources.set(
      from,
      `${sources.get(from) ?? ''}import { it as it${sources.size} } from '${path}';\nexport const use${sources.size} = it${sources.size};\n`,
    );
  }
  for (const [path, source] of sources) await write(path, source || 'export const it = 1;\n');
  await mkdir(join(tree, 'web'), { recursive: true });
  found = JSON.parse(await cruise(tree)) as ICruiseResult;
});

afterAll(async () => {
  await rm(tree, { recursive: true, force: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await writeFile(join(tree, path), content);
}

describe('the boundaries', () => {
  it('are broken by each planted breach, under the right name, and by nothing allowed', () => {
    const lines = found.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
    for (const [rule, [from, to]] of Object.entries(BREACHES)) {
      const expected = to.includes('/') ? to : 'node_modules/';
      expect(lines.filter((line) => line.startsWith(`${rule}: ${from} → `)).join(), rule).toContain(
        expected.replace('server/src/platform/not-there', 'not-there'),
      );
    }
    const allowed = ALLOWED.map(([from]) => from);
    expect(lines.filter((line) => allowed.some((from) => line.includes(`: ${from} →`)))).toEqual([]);
  });

  it('have a planted breach for every rule', () => {
    expect(Object.keys(BREACHES).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });

  it('find a circle of features whose files form none, and no other', () => {
    const circles = featureCircles(found.modules);
    expect(circles.filter((line) => /^(ring|wheel|ok|peer) /.test(line))).toEqual([
      `ring and wheel: ${FEATURE}/ring/turn-it.ts → ${FEATURE}/wheel/roll-it.ts`,
      `wheel and ring: ${FEATURE}/wheel/stop-it.ts → ${FEATURE}/ring/hold-it.ts`,
    ]);
  });

  it('are drawn through every workspace: the check fails where one goes unread', () => {
    const { modules } = found;
    expect(unread(modules)).toEqual([]);
    const others = modules.filter(({ source }) => !source.startsWith('server/'));
    expect(unread(others)).toEqual(['server']);
    const silent = modules.map((module) =>
      module.source.startsWith('web/') ? { ...module, dependencies: [] } : module,
    );
    expect(unread(silent)).toEqual(['web']);
  });
});
