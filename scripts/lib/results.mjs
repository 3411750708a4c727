import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { nodeRuntime } from './node-runtime.mjs';
import { ROOT } from './paths.mjs';
import { onInterruption } from './progress.mjs';
import { builtServerEnvironment } from './server-arguments.mjs';

/** @typedef {{ outcome: string, name: string }} Result A test that passed, is flaky, failed, or else was skipped. */

/**
 * Runs a test runner with its output shown, and reads its report. A runner that fails without naming a failed test, or
 * that passes no test, counts as one failure.
 * @template Report
 * @param {string} name
 * @param {string[]} args
 * @param {string} file The report, as JSON.
 * @param {(report: Report) => Result[]} read
 */
export async function runTests(name, args, file, read) {
  rmSync(file, { force: true });
  // A busy machine makes the whole run slow, never red.
  const more = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, TEST_PATIENCE_MS: '60000' };
  const env = { ...process.env, ...builtServerEnvironment(), ...more };
  const child = spawn(nodeRuntime(), args, { cwd: ROOT, env, stdio: 'inherit' });
  const stopListening = onInterruption(() => child.kill('SIGTERM'));
  const [code] = await once(child, 'close').finally(stopListening);
  const results = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const has = (/** @type {string} */ wanted) => results.some(({ outcome }) => outcome === wanted);
  if (has('failed') || (code === 0 && has('passed'))) return results;
  const why = code === 0 ? 'not one test passed' : `ended with status ${code}`;
  return [...results, { outcome: 'failed', name: `${name}: ${why}` }];
}

/**
 * @param {import('vitest/node').JsonTestResults} report
 * @param {string[]} projects The requested projects, each of which must have run at least one test.
 * @returns {Result[]}
 */
export function vitestResults({ testResults }, projects) {
  const tests = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const results = assertionResults.map((test) => {
      // A test that passed on a retry keeps the messages of its earlier failures.
      const [why] = test.failureMessages ?? [];
      const outcome = test.status === 'passed' && why !== undefined ? 'flaky' : test.status;
      return { outcome, name: described(name, test.fullName, why) };
    });
    const isTold = status !== 'failed' || results.some(({ outcome }) => outcome === 'failed');
    return isTold
      ? results
      : [...results, { outcome: 'failed', name: described(name, 'could not run', message) }];
  });
  const ran = testResults.map(({ name }) =>
    name.endsWith('.test.tsx') ? 'screens' : relative(ROOT, name).split(sep)[0],
  );
  const silent = projects.filter((project) => !ran.includes(project));
  return [...tests, ...silent.map((project) => ({ outcome: 'failed', name: `${project} ran no test` }))];
}

/** @typedef {'expected' | 'unexpected' | 'flaky' | 'skipped'} Status */
/** @typedef {{ title: string, file: string, tests: { status: Status }[] }} Spec */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report
 * @returns {Result[]}
 */
export function playwrightResults({ suites, errors }) {
  const outcomes = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' };
  const journeys = suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) =>
      tests.map(({ status }) => ({ outcome: outcomes[status], name: `${file}: ${title}` })),
    );
  return [...journeys, ...errors.map(({ message = '' }) => ({ outcome: 'failed', name: message }))];
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * One line with a test and what its error says before the stack; a failed property needs 700 characters for its seed.
 * @param {string} file
 * @param {string} title
 * @param {string} [error]
 */
function described(file, title, error = '') {
  const [reason = ''] = error.split(/\n\s+at /);
  const short = reason.replace(/\s+/g, ' ').slice(0, 700);
  return `${relative(ROOT, resolve(ROOT, file))}: ${title}${short && ` (${short})`}`;
}
