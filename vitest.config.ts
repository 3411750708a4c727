import { defineConfig } from 'vitest/config';

const node = { environment: 'node' } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...node, name: 'contract', root: 'contract', include: ['**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          globalSetup: 'test/postgres-global-setup.ts',
        },
      },
      { test: { ...node, name: 'sandbox', root: 'sandbox', include: ['**/*.test.ts'] } },
      { test: { ...node, name: 'web', root: 'web', include: ['**/*.test.{ts,tsx}'] } },
      { test: { ...node, name: 'scripts', root: 'scripts', include: ['**/*.test.{ts,mjs}'] } },
    ],
  },
});
