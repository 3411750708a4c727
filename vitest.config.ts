import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './e2e/support/chromium.ts';

function project(name: string, include: string): object {
  return { test: { name, root: name, environment: 'node', include: [include], testTimeout: 60_000 } };
}

/** Screens are tested in the Chromium that the journeys use. Without one only these tests fail. */
function chromium(): { launchOptions?: { executablePath: string; args: string[] } } {
  try {
    return { launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'] } };
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
    testTimeout: 30_000,
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
