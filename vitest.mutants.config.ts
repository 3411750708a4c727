import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/**
 * Stryker asks for the tests of a mutant by name, suites and test joined with a space; Vitest 5 joins them with ' > '.
 * Without this no test inside a `describe` would run, and every mutant that only those catch would survive.
 */
const findTestsBySuite: Plugin = {
  name: 'find-tests-by-suite',
  configureVitest({ project }) {
    let pattern: RegExp | undefined;
    Object.defineProperty(project.config, 'testNamePattern', {
      enumerable: true,
      get: () => pattern,
      set(wanted: RegExp | undefined) {
        pattern = wanted && new RegExp(wanted.source.replaceAll(' ', '(?: > | )'));
      },
    });
  },
};

/** Stryker looks at tests only: a file that cannot be imported has none, and its mutant would count as a survivor. */
class FailedImports implements Reporter {
  private vitest: Vitest | undefined;
  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }
  onTestModuleEnd(module: TestModule): void {
    for (const { message, stack } of module.errors())
      this.vitest?.state.catchError(Object.assign(new Error(message), { stack }), 'Unhandled Error');
  }
}

/** What `npm run mutants` runs for each fault: the tests of pure rules, which need neither database nor browser. */
export default defineConfig({
  plugins: [findTestsBySuite],
  // The workspace link leads to the untouched contract; the faults are in the copy beside this file.
  resolve: {
    alias: { '@drumbeat/contract': fileURLToPath(new URL('./contract/src', import.meta.url)) },
  },
  test: {
    environment: 'node',
    setupFiles: ['web/src/testing/british-locale.ts'],
    include: ['{contract,server,web}/src/**/*.rules.test.ts'],
    // Stryker itself ends tests that hang. A busy machine may take longer than Vitest's five seconds.
    testTimeout: 60_000,
    reporters: [new FailedImports()],
  },
});
