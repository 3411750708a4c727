import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    environment: 'node',
    include: ['**/*.test.ts'],
    // Generous, for two busy cores: what holds must not depend on the machine's mood.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    globalSetup: './test/postgres-global-setup.ts',
  },
});
