import { defineConfig } from 'vitest/config';

function project(name: string, include: string): object {
  return { test: { name, root: name, environment: 'node', include: [include], testTimeout: 60_000 } };
}

export default defineConfig({
  test: {
    projects: [
      project('contract', '**/*.test.ts'),
      'server',
      project('sandbox', '**/*.test.ts'),
      project('web', '**/*.test.{ts,tsx}'),
      project('bench', '**/*.test.ts'),
      project('scripts', '**/*.test.ts'),
    ],
  },
});
