import { defineConfig, devices } from '@playwright/test';
import { chromiumLaunch } from './support/chromium.ts';

/** Without a browser, one line says so instead of a failure for each journey. */
function chromiumOrEnd(): ReturnType<typeof chromiumLaunch> {
  try {
    return chromiumLaunch();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

/** How long a page may take to show what a journey looks for. `npm test` waits for a busy machine. */
const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 10_000);

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  globalSetup: './support/start-product.ts',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // People wait: with two journeys at a time, two cores rest a fifth of the time. All share one product.
  workers: 3,
  // On CI a journey may be tried once more; the end of the run then names it as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 6 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    // Times are asserted as a British browser shows them; the tests of the clock name their own locale.
    locale: 'en-GB',
    launchOptions: chromiumOrEnd(),
    // Recording costs a fifth of the time: `--trace retain-on-failure` asks for it.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
