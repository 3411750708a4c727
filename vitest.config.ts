import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumLaunch } from './e2e/support/chromium.ts';

const britishLocale = fileURLToPath(new URL('./web/src/testing/british-locale.ts', import.meta.url));
const leanReact = fileURLToPath(new URL('./web/src/testing/lean-react.ts', import.meta.url));
const freshApp = fileURLToPath(new URL('./web/src/testing/fresh-app.ts', import.meta.url));
const freshPage = fileURLToPath(new URL('./web/src/testing/fresh-page.ts', import.meta.url));

/**
 * The machine's time zone in every test. Nobody in the tests lives there, and its offset of 5:45 is like no other,
 * so that a time in the zone of the machine is never taken for one in a person's zone or in UTC.
 */
const FAR_ZONE = 'Asia/Kathmandu';
process.env.TZ = FAR_ZONE;

function project(name: string, include: string, more: object = {}): object {
  // Only a hang should reach these, however busy the machine is.
  const deadlines = {
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  };
  return { test: { name, root: name, environment: 'node', include: [include], ...deadlines, ...more } };
}

/** The files of a process share its modules: loading them anew for each takes most of the time of pure tests. */
const shared = { isolate: false };

/** A browser that hangs ends the run after this. One on a busy machine may need minutes to open its page. */
const BROWSER_HANGS_MS = 900_000;

/** Screens are tested in the Chromium that the journeys use. Without one only these tests fail. */
function chromium(): { launchOptions?: ReturnType<typeof chromiumLaunch> & { timeout: number } } {
  try {
    return { launchOptions: { ...chromiumLaunch(), timeout: BROWSER_HANGS_MS } };
  } catch {
    return {};
  }
}

const screens = {
  extends: './web/vite.config.ts',
  // React's production build, see `lean-react.ts`.
  oxc: { jsx: { development: false } },
  optimizeDeps: { rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } } },
  test: {
    name: 'screens',
    root: 'web',
    include: ['src/**/*.test.tsx'],
    setupFiles: [leanReact, freshApp, freshPage],
    // The files of a page share its modules, as above.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // How long a screen may take to show what a test looks for. `npm test` waits for a busy machine.
    provide: { longestWaitMs: Number(process.env.TEST_PATIENCE_MS ?? 10_000) },
    // As journeys do on CI: the end of the run names what passed only at the second try.
    retry: process.env.CI ? 1 : 0,
    // The only way to set how long the frame of the tests may take to answer.
    env: { VITEST_BROWSER_IFRAME_TIMEOUT: String(BROWSER_HANGS_MS) },
    browser: {
      enabled: true,
      connectTimeout: BROWSER_HANGS_MS,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        ...chromium(),
        contextOptions: { locale: 'en-GB', timezoneId: FAR_ZONE, reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
    },
  },
};

/** Files that take long, though they are small: Vitest starts the largest first. */
const LONG = ['chaos.test.ts', 'restore.test.ts', 'periodic-statements.test.ts'];

/** Starts the long files first, so that none of them ends alone while the other core rests. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification) => LONG.some((name) => file.moduleId.endsWith(`/${name}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project('contract', '**/*.test.ts', shared),
      'server',
      project('sandbox', '**/*.test.ts', shared),
      project('web', '**/*.test.ts', { ...shared, setupFiles: [britishLocale, freshApp] }),
      screens,
      project('bench', '**/*.test.ts', shared),
      project('scripts', '**/*.test.ts', shared),
      // Small runs of the benchmarks, for `npm run prove`.
      project('proofs', '**/*.proof.ts', { root: 'bench' }),
    ],
  },
});
