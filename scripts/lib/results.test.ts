import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonAssertionResult } from 'vitest/node';
import { ROOT } from './paths.mjs';
import { measureProcessorTime } from './processor-time.mjs';
import { playwrightResults, type Result, runTests, vitestResults } from './results.mjs';

/** Uses the processor for 400 ms, then ends one second after its parent. */
const WORK = `while (process.cpuUsage().user < 400_000);
  process.stdin.resume().on('end', () => setTimeout(process.exit, 1_000));`;
/** Starts a process that works, and ends when it is asked to. */
const PARENT = `child_process.spawn(process.execPath, ['-e', ${JSON.stringify(WORK)}], { stdio: 'pipe' });
  process.stdin.resume().on('end', process.exit);`;

const folder = mkdtempSync(join(tmpdir(), 'drumbeat-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Results by outcome. */
function named(results: Result[]): Record<string, string[]> {
  const groups = Map.groupBy(results, ({ outcome }) => outcome);
  return Object.fromEntries([...groups].map(([outcome, all]) => [outcome, all.map(({ name }) => name)]));
}

describe('a test runner', () => {
  /** A runner that writes these results and ends with that status. */
  async function run(outcomes: string[] | undefined, status: number) {
    const file = join(folder, 'report.json');
    const report = JSON.stringify(outcomes?.map((outcome) => ({ outcome, name: 'a test' })));
    const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(report)});`;
    const script = `${outcomes ? write : ''} process.exit(${status});`;
    return named(await runTests('a runner', ['-e', script], file, (found: Result[]) => found));
  }

  it('is believed if its status agrees with its report', async () => {
    expect(await run(['passed', 'skipped'], 0)).toEqual({ passed: ['a test'], skipped: ['a test'] });
    expect(await run(['passed', 'failed'], 1)).toEqual({ passed: ['a test'], failed: ['a test'] });
  });

  it('fails if its status is not 0, though no test failed', async () => {
    expect(await run(['passed'], 1)).toMatchObject({ failed: ['a runner: ended with status 1'] });
    expect(await run(undefined, 1)).toEqual({ failed: ['a runner: ended with status 1'] });
  });

  it('fails if it passed no test', async () => {
    expect(await run(['skipped'], 0)).toMatchObject({ failed: ['a runner: not one test passed'] });
    expect(await run(undefined, 0)).toEqual({ failed: ['a runner: not one test passed'] });
  });
});

describe("Vitest's report", () => {
  const test = (fullName: string, status: string, ...failureMessages: string[]) =>
    ({ fullName, status, failureMessages }) as JsonAssertionResult;

  function read(tests: JsonAssertionResult[], projects: string[], name = 'server/a.test.ts', message = '') {
    const status = message ? ('failed' as const) : ('passed' as const);
    const file = {
      name: join(ROOT, name),
      status,
      message,
      assertionResults: tests,
      startTime: 0,
      endTime: 0,
    };
    return named(vitestResults({ testResults: [file] } as never, projects));
  }

  it('is counted test by test; a failed one is named with its error up to the stack', () => {
    const error = 'Property failed\n{ seed: 7 }\nGot: 1 is not 2\n    at a.test.ts:3\n    at b.ts:4';
    const tests = [test('one', 'passed'), test('two', 'skipped'), test('three', 'failed', error)];
    expect(read(tests, ['server'])).toEqual({
      passed: ['server/a.test.ts: one'],
      skipped: ['server/a.test.ts: two'],
      failed: ['server/a.test.ts: three (Property failed { seed: 7 } Got: 1 is not 2)'],
    });
  });

  it('names a test that passed on a retry, with its first error', () => {
    const tests = [test('one', 'passed', 'Unable to find a post\n    at a.test.tsx:3')];
    expect(read(tests, ['server'])).toEqual({
      flaky: ['server/a.test.ts: one (Unable to find a post)'],
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(read([], ['server'], 'server/a.test.ts', 'No such module')).toEqual({
      failed: ['server/a.test.ts: could not run (No such module)'],
    });
  });

  it('counts a project that ran no test as a failure, and screens apart from the rest of web', () => {
    const tests = [test('one', 'passed')];
    expect(read(tests, ['screens'], 'web/src/a.test.tsx')).not.toHaveProperty('failed');
    expect(read(tests, ['web'], 'web/src/a.test.tsx').failed).toEqual(['web ran no test']);
  });
});

describe("Playwright's report", () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
  const read = (suites: object[], errors: object[] = []) =>
    named(playwrightResults({ suites, errors } as never));

  it('is counted journey by journey, in suites of suites', () => {
    const inner = { specs: [spec('one', 'unexpected'), spec('two', 'flaky')] };
    const suites = [
      { specs: [spec('three', 'expected')], suites: [inner] },
      { specs: [spec('four', 'skipped')] },
    ];
    expect(read(suites)).toEqual({
      failed: ['a.spec.ts: one'],
      flaky: ['a.spec.ts: two'],
      passed: ['a.spec.ts: three'],
      skipped: ['a.spec.ts: four'],
    });
  });

  it('counts an error outside of any journey as a failure', () => {
    expect(read([], [{ message: 'no Chromium' }])).toEqual({ failed: ['no Chromium'] });
  });
});

describe.runIf(process.platform === 'linux')('the processor time of a run', () => {
  it('includes that of a child of a child, also after its parent ended without waiting for it', async () => {
    const seconds = measureProcessorTime() ?? (() => 0);
    const before = seconds();
    const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'ignore', 'inherit'] });
    await expect.poll(() => seconds() - before).toBeGreaterThan(0.4);
    parent.stdin?.end();
    await once(parent, 'close');
    expect(seconds() - before).toBeGreaterThan(0.4);
  });
});
