import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from './e2e/support/chromium.ts';

function project(name: string, include: string): object {
  // Only a hang should reach these, however busy the machine is.
  const deadlines = { testTimeout: 180_000, hookTimeout: 120_000 };
  return { test: { name, root: name, environment: 'node', include: [include], ...deadlines } };
}

/** Screens are tested in the Chromium that the journeys use. Without one only these tests fail. */
function chromium(): { launchOptions?: ReturnType<typeof chromiumLaunch> } {
  try {
    return { launchOptions: chromiumLaunch() };
  } catch {
    return {};
  }
}

const screens = {
  extends: './web/vite.config.ts',
  test: {
    name: 'screens',
    root: 'web',
    include: ['src/**/*.test.tsx'],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright(chromium()),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
    },
  },
};

export default defineConfig({
  test: {
    projects: [
      project('contract', '**/*.test.ts'),
      'server',
      project('sandbox', '**/*.test.ts'),
      project('web', '**/*.test.ts'),
      screens,
      project('bench', '**/*.test.ts'),
      project('scripts', '**/*.test.ts'),
    ],
  },
});
