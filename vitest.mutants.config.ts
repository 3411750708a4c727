import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What `npm run mutants` runs for each fault: the tests of pure rules, which need neither database nor browser. */
export default defineConfig({
  // The workspace link leads to the untouched contract; the faults are in the copy beside this file.
  resolve: {
    alias: { '@drumbeat/contract': fileURLToPath(new URL('./contract/src', import.meta.url)) },
  },
  test: {
    environment: 'node',
    include: ['{contract,server,web}/src/**/*.rules.test.ts'],
  },
});
