import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from './paths.mjs';
import { playwrightTally, vitestTally } from './reports.mjs';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

function file(path: string, ...statuses: string[]) {
  const assertionResults = statuses.map((status) => ({ status }));
  return {
    name: join(ROOT, path),
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults,
  };
}

function report(testResults: ReturnType<typeof file>[]) {
  const count = (status: string) =>
    testResults.flatMap((one) => one.assertionResults).filter((test) => test.status === status).length;
  return {
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
  };
}

describe("vitest's report", () => {
  it('is counted test by test', () => {
    const found = report([
      file('server/a.test.ts', 'passed', 'failed', 'pending'),
      file('web/b.test.ts', 'passed'),
    ]);
    expect(vitestTally(found, ['server', 'web'])).toEqual({ passed: 2, failed: 1, skipped: 1 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { ...file('server/a.test.ts'), status: 'failed' };
    expect(vitestTally(report([broken]), ['server']).failed).toBe(1);
  });

  it('tells the screens from the rest of web', () => {
    const found = report([file('web/src/a.test.tsx', 'passed')]);
    expect(vitestTally(found, ['screens']).failed).toBe(0);
    expect(vitestTally(found, ['screens', 'web']).failed).toBe(1);
  });

  it('counts a project that ran nothing as a failure', () => {
    const found = report([file('server/a.test.ts', 'passed')]);
    expect(vitestTally(found, ['server', 'web'])).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

describe("playwright's report", () => {
  const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 2 };

  it('is counted test by test', () => {
    expect(playwrightTally({ stats: { ...stats, unexpected: 1 }, errors: [] })).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
      flaky: [],
    });
  });

  it('names each journey that passed only at its second try', () => {
    const spec = (title: string, status: string) => ({ title, file: 'posts.spec.ts', tests: [{ status }] });
    const suites = [
      { title: 'posts.spec.ts', suites: [{ title: 'a list', specs: [spec('is long', 'flaky')] }] },
      { title: 'posts.spec.ts', specs: [spec('is short', 'expected'), spec('is empty', 'flaky')] },
    ];
    expect(playwrightTally({ stats, errors: [], suites }).flaky).toEqual([
      'posts.spec.ts: is long',
      'posts.spec.ts: is empty',
    ]);
  });

  it('counts what went wrong outside of any test as a failure', () => {
    expect(playwrightTally({ stats, errors: [{ message: 'no Chromium' }] }).failed).toBe(1);
  });
});
