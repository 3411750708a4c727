/**
 * Mutation testing of the pure rules: each small fault that Stryker puts into them should make a test fail.
 * Only tests without a database run here, so that a thousand mutants take minutes.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  mutate: ['{contract,server,web}/src/**/*.rules.ts'],
  ignorePatterns: ['data', 'docs', '**/dist', '**/test-results', 'bench', 'e2e', '.setup'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: '.setup/mutants.json' },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
