import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './paths.mjs';
import { playwrightTally, vitestTally } from './reports.mjs';

type VitestResult = { status: string; fullName?: string; failureMessages?: string[] };

function file(path: string, ...statuses: string[]) {
  const assertionResults: VitestResult[] = statuses.map((status) => ({ status }));
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
    expect(vitestTally(found, ['server', 'web'])).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
  });

  it('names each test that failed, with what its error says', () => {
    const found = report([file('server/a.test.ts', 'passed')]);
    found.testResults[0]?.assertionResults.push({
      status: 'failed',
      fullName: 'a post is sent',
      failureMessages: ['Property failed\n{ seed: 7 }\nGot: 1 is not 2\n    at a.test.ts:3\n    at b.ts:4'],
    });
    expect(vitestTally(found, ['server']).failures).toEqual([
      'server/a.test.ts: a post is sent (Property failed { seed: 7 } Got: 1 is not 2)',
    ]);
  });

  it('names each test that passed only at its second try, with why the first failed', () => {
    const found = report([file('web/src/a.test.tsx', 'passed')]);
    found.testResults[0]?.assertionResults.push({
      status: 'passed',
      fullName: 'a day shows its posts',
      failureMessages: ['Unable to find a post\n    at a.test.tsx:3'],
    });
    const { failed, flaky } = vitestTally(found, ['screens']);
    expect(failed).toBe(0);
    expect(flaky).toEqual(['web/src/a.test.tsx: a day shows its posts (Unable to find a post)']);
  });

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { ...file('server/a.test.ts'), status: 'failed', message: 'No such module' };
    expect(vitestTally(report([broken]), ['server'])).toMatchObject({
      failed: 1,
      failures: ['server/a.test.ts: could not be loaded (No such module)'],
    });
  });

  it('tells the screens from the rest of web', () => {
    const found = report([file('web/src/a.test.tsx', 'passed')]);
    expect(vitestTally(found, ['screens']).failed).toBe(0);
    expect(vitestTally(found, ['screens', 'web']).failed).toBe(1);
  });

  it('counts a project that ran nothing as a failure', () => {
    const found = report([file('server/a.test.ts', 'passed')]);
    expect(vitestTally(found, ['server', 'web'])).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      flaky: [],
      failures: ['web ran no test at all, which counts as a failure'],
    });
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
      failures: [],
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

  it('names each journey that failed', () => {
    const specs = [{ title: 'is sent', file: 'posts.spec.ts', tests: [{ status: 'unexpected' }] }];
    const found = { stats: { ...stats, unexpected: 1 }, errors: [], suites: [{ title: 'posts', specs }] };
    expect(playwrightTally(found).failures).toEqual(['posts.spec.ts: is sent']);
  });

  it('counts what went wrong outside of any test as a failure', () => {
    expect(playwrightTally({ stats, errors: [{ message: 'no Chromium' }] })).toMatchObject({
      failed: 1,
      failures: ['no Chromium'],
    });
  });
});
