import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runReporter } from './run-reporter.mjs';

type Tally = { passed: number; failed: number; skipped: number; failures?: string[] };

const folder = mkdtempSync(join(tmpdir(), 'drumbeat-reporter-'));
const reportFile = join(folder, 'report.json');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A runner that writes that report and ends with that status. */
function run(tally: Tally | undefined, status: number): Promise<Tally> {
  const write = `require('node:fs').writeFileSync(${JSON.stringify(reportFile)}, ${JSON.stringify(JSON.stringify(tally))});`;
  const script = `${tally ? write : ''} process.exit(${status});`;
  return runReporter('a runner', ['-e', script], {}, reportFile, (found: Tally) => found);
}

describe('a test runner', () => {
  it('is believed when its status agrees with its report', async () => {
    expect(await run({ passed: 2, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 2, failed: 0, skipped: 1 });
    expect(await run({ passed: 2, failed: 3, skipped: 0 }, 1)).toEqual({ passed: 2, failed: 3, skipped: 0 });
  });

  it('has failed when it ends badly though no test of its did', async () => {
    expect(await run({ passed: 2, failed: 0, skipped: 0 }, 1)).toMatchObject({
      failed: 1,
      failures: ['a runner: ended with status 1'],
    });
  });

  it('has failed when it ran nothing, or said nothing', async () => {
    const silent = { failed: 1, failures: ['a runner: not one test passed'] };
    expect(await run({ passed: 0, failed: 0, skipped: 4 }, 0)).toMatchObject(silent);
    expect(await run(undefined, 0)).toMatchObject(silent);
  });
});
