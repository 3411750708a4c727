import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { nodeRuntime } from './node-runtime.mjs';
import { ROOT } from './paths.mjs';
import { onInterruption } from './progress.mjs';

/** @typedef {import('./test-everything.mjs').Tally} Tally */

/**
 * Runs a test runner with its output shown, and reads the counts from its report. A runner that fails without naming
 * a failed test, or that runs no test, counts as one failure.
 * @template Report
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 * @param {(report: Report) => Tally} tallyOf
 * @returns {Promise<Tally>}
 */
export async function runReporter(name, args, env, report, tallyOf) {
  rmSync(report, { force: true });
  const child = spawn(nodeRuntime(), args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' });
  const stopListening = onInterruption(() => child.kill('SIGTERM'));
  const code = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  }).finally(stopListening);
  const tally = readTally(report, tallyOf);
  if (tally.failed === 0 && (code !== 0 || tally.passed === 0)) {
    const why = tally.passed === 0 ? 'not one test passed' : `ended with status ${code}`;
    return { ...tally, failed: 1, failures: [`${name}: ${why}`] };
  }
  return tally;
}

/**
 * @template Report
 * @param {string} report
 * @param {(report: Report) => Tally} tallyOf
 * @returns {Tally}
 */
function readTally(report, tallyOf) {
  try {
    return tallyOf(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
